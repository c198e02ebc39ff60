/** Where the browser keeps whether the rail is folded. */
export const RAIL_KEY = 'cfs-rail'

/** What Apple's browsers call their machines. */
const APPLE = '/Mac|iPhone|iPad|iPod/'

const SCRIPT = `if(${APPLE}.test(navigator.platform))document.documentElement.dataset.keys='apple';try{if(localStorage.getItem('${RAIL_KEY}')==='collapsed')document.documentElement.dataset.rail='collapsed'}catch{}`

/** Folds the rail, and tells ⌘ from Ctrl, before the first paint, so that nothing jumps. Stands once, in the root layout. */
export function RailScript({ nonce }: { nonce?: string }) {
  // oxlint-disable-next-line react/no-danger -- a constant of ours
  return <script nonce={nonce} dangerouslySetInnerHTML={{ __html: SCRIPT }} suppressHydrationWarning />
}
