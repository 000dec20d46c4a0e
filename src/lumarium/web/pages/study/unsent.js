// Changes that are not stored yet, kept on the device: whoever reloads or closes the page loses none.

const number = ({ id }) => parseInt(id, 10);

export class Unsent {
  constructor(study) {
    this.prefix = `lumarium.unsent.${study}.`;
  }

  // Each under a key of its own: several pages of one study do not write over each other.
  keep(edit) {
    try {
      localStorage.setItem(this.prefix + edit.id, JSON.stringify(edit));
    } catch {
      // Without storage, a change lives as long as the page.
    }
  }

  drop({ id }) {
    try {
      localStorage.removeItem(this.prefix + id);
    } catch {
      // See above.
    }
  }

  all() {
    try {
      const keys = Object.keys(localStorage).filter((key) => key.startsWith(this.prefix));
      return keys.map((key) => JSON.parse(localStorage.getItem(key))).sort((one, other) => number(one) - number(other));
    } catch {
      return [];
    }
  }

  /** The highest number that is taken. */
  get latest() {
    return Math.max(0, ...this.all().map(number));
  }
}
