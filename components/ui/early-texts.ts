/** Text typed into server-rendered text areas before hydration, which React resets to the rendered value. */
export const earlyTexts = new WeakMap<HTMLTextAreaElement, string>()
