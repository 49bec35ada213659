// The earlier texts of a file, for undo and redo.

const MOST = 200;

/** The texts of a file, and the index of the current one. */
export class TextHistory {
  /** @param {string} [text] */
  constructor(text) {
    /** @type {string[]} */
    this.texts = text === undefined ? [] : [text];
    this.now = this.texts.length - 1;
  }

  /**
   * Add a new text; undone texts are dropped.
   * @param {string} text
   */
  add(text) {
    if (this.texts[this.now] === text) return;
    this.texts = [...this.texts.slice(Math.max(0, this.now + 2 - MOST), this.now + 1), text];
    this.now = this.texts.length - 1;
  }

  canUndo() {
    return this.now > 0;
  }

  canRedo() {
    return this.now < this.texts.length - 1;
  }

  /** Return the previous text; null if there is none. */
  undo() {
    return this.canUndo() ? this.texts[(this.now -= 1)] : null;
  }

  /** Return the text that was undone; null if there is none. */
  redo() {
    return this.canRedo() ? this.texts[(this.now += 1)] : null;
  }
}
