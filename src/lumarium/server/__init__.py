"""The table server: people, bots and spectators around the same games, over HTTP and WebSockets."""
