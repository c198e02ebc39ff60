import { THEME_COOKIE, THEMES } from '@/server/auth/constants'

export const SIDEBAR_STORAGE_KEY = 'cfs-rail'

const APPLE = '/Mac|iPhone|iPad|iPod/'

/** Stores the theme that the user chose in another browser; sign-in passes it in a cookie. */
const COOKIE_THEME_SCRIPT = `(()=>{const saved=document.cookie.match(/(?:^|; )${THEME_COOKIE}=(${THEMES.join('|')})/);if(!saved)return;document.cookie='${THEME_COOKIE}=; path=/; max-age=0';try{localStorage.setItem('theme',saved[1])}catch{}})();`

const SCRIPT = `${COOKIE_THEME_SCRIPT}if(${APPLE}.test(navigator.platform))document.documentElement.dataset.keys='apple';try{if(localStorage.getItem('${SIDEBAR_STORAGE_KEY}')==='collapsed')document.documentElement.dataset.rail='collapsed'}catch{}`

/** Inline script, once in the root layout: sets sidebar state, theme and ⌘/Ctrl before the first paint, to avoid a layout shift. */
export function PrePaintScript({ nonce }: { nonce?: string }) {
  // oxlint-disable-next-line react/no-danger -- a constant of ours
  return <script nonce={nonce} dangerouslySetInnerHTML={{ __html: SCRIPT }} suppressHydrationWarning />
}
