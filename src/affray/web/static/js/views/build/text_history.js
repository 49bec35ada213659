// What a file was before, and before that: to undo and redo.

const MOST = 200;

/** The texts of a file, and which of them is now. */
export class TextHistory {
  /** @param {string} [text] */
  constructor(text) {
    /** @type {string[]} */
    this.texts = text === undefined ? [] : [text];
    this.now = this.texts.length - 1;
  }

  /**
   * A new text; what had been undone is forgotten.
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

  /** The text before; null where there is none. */
  undo() {
    return this.canUndo() ? this.texts[(this.now -= 1)] : null;
  }

  /** The text that was undone; null where there is none. */
  redo() {
    return this.canRedo() ? this.texts[(this.now += 1)] : null;
  }
}
