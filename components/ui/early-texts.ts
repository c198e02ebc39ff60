/**
 * What was typed into a text area that the server drew, before its form was awake: waking, React puts the text back that
 * was drawn.
 */
export const earlyTexts = new WeakMap<HTMLTextAreaElement, string>()
