"""Trains a small network by masked PPO against random players, in NumPy alone, and shows how it fares before and after.

    .venv/bin/pip install -c constraints.txt ".[rl]"
    .venv/bin/python examples/train_masked.py --game lumen --players 3 --seconds 60

The learner sits in another seat in every game of a batch; all other seats play at random. The network sees the flat
observation, the mask takes away what is illegal, and the reward is how the own score grows beside the others'.
"""

from __future__ import annotations

import argparse
from time import process_time
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lumarium.adapters.batch import Batch, Turns

Floats = NDArray[np.floating]
Integers = NDArray[np.intp]
Masks = NDArray[np.int8]

HIDDEN = 64
GAMES = 128
STEPS = 96
DISCOUNT, TRACE = 0.99, 0.9
CLIP, ENTROPY, RATE = 0.2, 0.003, 1e-3
EPOCHS, MINIBATCH = 3, 1024


class Network:
    """One hidden layer, and on it the odds of every action and the worth of the position."""

    def __init__(self, size: int, actions: int, random: np.random.Generator) -> None:
        def layer(inputs: int, outputs: int, scale: float) -> Floats:
            weights: Floats = random.standard_normal((inputs, outputs), np.float32)
            weights *= np.float32(scale / inputs**0.5)
            return weights

        self.weights = [
            layer(size, HIDDEN, 1.0),
            np.zeros(HIDDEN, np.float32),
            layer(HIDDEN, actions, 0.01),
            np.zeros(actions, np.float32),
            layer(HIDDEN, 1, 0.1),
            np.zeros(1, np.float32),
        ]
        self._moments = [(np.zeros_like(each), np.zeros_like(each)) for each in self.weights]
        self._updates = 0

    def __call__(self, inputs: Floats, masks: Masks) -> tuple[Floats, Floats, Floats]:
        """The hidden layer, the logarithms of the odds (illegal actions have next to none), and the worth."""
        first, bias, policy, policy_bias, value, value_bias = self.weights
        hidden = np.tanh(inputs @ first + bias)
        scores = np.where(masks, hidden @ policy + policy_bias, np.float32(-1e9))
        scores -= scores.max(axis=1, keepdims=True)
        scores -= np.log(np.exp(scores).sum(axis=1, keepdims=True))
        return hidden, scores, (hidden @ value + value_bias)[:, 0]

    def learn(self, inputs: Floats, hidden: Floats, to_scores: Floats, to_worth: Floats) -> None:
        """One step of Adam down the slopes that the two heads were found to have."""
        _, _, policy, _, value, _ = self.weights
        to_hidden = (to_scores @ policy.T + to_worth[:, None] * value.T) * (1 - hidden**2)
        slopes = [
            inputs.T @ to_hidden,
            to_hidden.sum(axis=0),
            hidden.T @ to_scores,
            to_scores.sum(axis=0),
            hidden.T @ to_worth[:, None],
            to_worth.sum(keepdims=True),
        ]
        self._updates += 1
        rate = RATE * np.float32((1 - 0.999**self._updates) ** 0.5 / (1 - 0.9**self._updates))
        for weight, (mean, square), slope in zip(self.weights, self._moments, slopes, strict=True):
            mean[...] += 0.1 * (slope - mean)
            square[...] += 0.001 * (slope**2 - square)
            weight[...] -= rate * mean / (np.sqrt(square) + 1e-8)


def sampled(log_odds: Floats, random: np.random.Generator) -> Integers:
    """One action for each row, by its odds (the Gumbel trick)."""
    actions: Integers = np.argmax(log_odds + random.gumbel(size=log_odds.shape), axis=1)
    return actions


def uniform(masks: Masks, random: np.random.Generator) -> Integers:
    """One legal action for each row, all alike."""
    actions: Integers = np.argmax(masks * random.random(masks.shape, np.float32), axis=1)
    return actions


class Rollout(NamedTuple):
    """The learner's decisions in a stretch of play, and what came of them."""

    inputs: Floats
    masks: Masks
    actions: Integers
    log_odds: Floats
    returns: Floats
    advantages: Floats


class Table:
    """A batch of games in which the learner has one seat each."""

    def __init__(self, game: str, players: int, seed: int, rewards: str) -> None:
        self.batch = Batch(game, GAMES, players, rewards=rewards)
        self.random = np.random.default_rng(seed)
        self.learner = np.arange(GAMES) % players
        self.turns: Turns = self.batch.reset(seed=seed)

    def decide(self, network: Network | None) -> tuple[Integers, Integers, Floats, Floats]:
        """Everybody's actions; the rows in which the learner decided, its log odds and its worths there."""
        actions = uniform(self.turns.masks, self.random)
        own = np.flatnonzero(self.turns.seats == self.learner)
        if network is None or not len(own):
            nothing = np.zeros(0, np.float32)
            return actions, own, nothing, nothing
        assert self.turns.observations is not None
        _, scores, worth = network(self.turns.observations[own], self.turns.masks[own])
        actions[own] = sampled(scores, self.random)
        return actions, own, scores[np.arange(len(own)), actions[own]], worth

    def gains(self) -> Floats:
        """What the last decisions brought the learner, beside the mean of the others."""
        rewards = self.turns.rewards
        own: Floats = rewards[np.arange(GAMES), self.learner]
        others: Floats = (rewards.sum(axis=1) - own) / (rewards.shape[1] - 1)
        return own - others


def collect(table: Table, network: Network, scale: float) -> Rollout:
    """Plays on, and reckons the learner's advantages game by game (generalised advantage estimation)."""
    seen: list[tuple[Floats, Masks, Integers, Floats]] = []
    waiting: list[list[list[float]]] = [[] for _ in range(GAMES)]  # per game: [place, worth, gain, over]
    places = 0
    for _ in range(STEPS):
        before = table.turns
        actions, own, log_odds, worth = table.decide(network)
        assert before.observations is not None
        seen.append((before.observations[own], before.masks[own], actions[own], log_odds))
        for number, row in enumerate(own):
            waiting[row].append([places + number, float(worth[number]), 0.0, 0.0])
        places += len(own)
        table.turns = table.batch.step(actions)
        for row, gain in enumerate(table.gains() / scale):
            if waiting[row] and not waiting[row][-1][3]:
                waiting[row][-1][2] += float(gain)
                waiting[row][-1][3] = float(table.turns.over[row])
    advantages, returns = np.zeros(places, np.float32), np.zeros(places, np.float32)
    kept = np.zeros(places, np.bool_)
    for decisions in waiting:
        trace, ahead = 0.0, 0.0
        for number, (place, worth_here, gain, over) in reversed(list(enumerate(decisions))):
            if over:
                trace, ahead = 0.0, 0.0
            if over or number + 1 < len(decisions):  # what follows the last one is not known yet
                trace = gain + DISCOUNT * ahead - worth_here + DISCOUNT * TRACE * trace
                advantages[int(place)], returns[int(place)] = trace, trace + worth_here
                kept[int(place)] = True
            ahead = worth_here
    inputs, masks, chosen, odds = (np.concatenate(parts)[kept] for parts in zip(*seen, strict=True))
    return Rollout(inputs, masks, chosen, odds, returns[kept], advantages[kept])


def improve(network: Network, rollout: Rollout, random: np.random.Generator) -> None:
    """Some epochs of clipped policy gradients over what was played."""
    advantages = (rollout.advantages - rollout.advantages.mean()) / (rollout.advantages.std() + 1e-6)
    for _ in range(EPOCHS):
        order = random.permutation(len(advantages))
        for rows in np.array_split(order, max(1, len(order) // MINIBATCH)):
            inputs, masks, actions = rollout.inputs[rows], rollout.masks[rows], rollout.actions[rows]
            hidden, scores, worth = network(inputs, masks)
            odds = np.exp(scores)
            picked = np.arange(len(rows))
            ratio = np.exp(scores[picked, actions] - rollout.log_odds[rows])
            gain = advantages[rows]
            open_way = np.where(gain > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
            pull = gain * ratio * open_way
            to_scores = odds * pull[:, None]
            to_scores[picked, actions] -= pull
            entropy = -(odds * np.where(masks, scores, 0)).sum(axis=1, keepdims=True)
            to_scores += ENTROPY * odds * (np.where(masks, scores, 0) + entropy)
            to_worth = 0.5 * (worth - rollout.returns[rows])
            network.learn(inputs, hidden, to_scores / len(rows), to_worth / len(rows))


def fare(game: str, players: int, network: Network | None, seed: int, wanted: int = 600) -> tuple[float, float]:
    """How the learner does against random players: its mean place from 1 to -1, and its share of wins."""
    table = Table(game, players, seed, "place")
    worths: list[float] = []
    while len(worths) < wanted:
        table.turns = table.batch.step(table.decide(network)[0])
        ended = np.flatnonzero(table.turns.over)
        worths += table.turns.rewards[ended, table.learner[ended]].tolist()
    return float(np.mean(worths)), float(np.mean(np.array(worths) == 1.0))


def main() -> None:
    """Before, a minute of learning, after."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="lumen")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=60.0, help="of processor time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", help="write the weights here, for examples/network_bot.py")
    options = parser.parse_args()
    table = Table(options.game, options.players, options.seed, "score")
    random = np.random.default_rng(options.seed)
    network = Network(table.batch.variant.size, table.batch.variant.actions, random)
    report = "{}: mean place {:+.2f}, {:.0%} of the games won"
    print(report.format("before", *fare(options.game, options.players, network, 99)), flush=True)
    scale = spread(table)
    begun, rounds, decisions = process_time(), 0, 0
    while process_time() - begun < options.seconds:
        rollout = collect(table, network, scale)
        improve(network, rollout, random)
        rounds, decisions = rounds + 1, decisions + len(rollout.actions)
        if rounds % 20 == 0:
            print(f"{process_time() - begun:4.0f} s, {decisions} decisions", flush=True)
    print(report.format("after", *fare(options.game, options.players, network, 99)))
    if options.save:
        np.savez(options.save, *network.weights)


def spread(table: Table) -> float:
    """How much a random game scatters the gains, so that worths are of the order of one."""
    totals = np.zeros(GAMES)
    for _ in range(200):
        table.turns = table.batch.step(table.decide(None)[0])
        totals += table.gains()
    return float(totals.std()) or 1.0


if __name__ == "__main__":
    main()
