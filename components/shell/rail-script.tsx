import { THEME_COOKIE, THEMES } from '@/server/auth/vocabulary'

/** Where the browser keeps whether the rail is folded. */
export const RAIL_KEY = 'cfs-rail'

/** What Apple's browsers call their machines. */
const APPLE = '/Mac|iPhone|iPad|iPod/'

/** A theme that a person chose in another browser, brought by signing in: from here on it is this one's, too. */
const KEPT_THEME = `(()=>{const kept=document.cookie.match(/(?:^|; )${THEME_COOKIE}=(${THEMES.join('|')})/);if(!kept)return;document.cookie='${THEME_COOKIE}=; path=/; max-age=0';try{localStorage.setItem('theme',kept[1])}catch{}})();`

const SCRIPT = `${KEPT_THEME}if(${APPLE}.test(navigator.platform))document.documentElement.dataset.keys='apple';try{if(localStorage.getItem('${RAIL_KEY}')==='collapsed')document.documentElement.dataset.rail='collapsed'}catch{}`

/** Folds the rail, takes over the person's theme, and tells ⌘ from Ctrl, before the first paint, so that nothing jumps. Stands once, in the root layout. */
export function RailScript({ nonce }: { nonce?: string }) {
  // oxlint-disable-next-line react/no-danger -- a constant of ours
  return <script nonce={nonce} dangerouslySetInnerHTML={{ __html: SCRIPT }} suppressHydrationWarning />
}
