export type ColorScheme = 'light' | 'dark'

/**
 * A mail as a reader with this colour scheme sees it, whatever the browser's own: `prefers-color-scheme` cannot be set for a frame.
 * Its links have a target that a sandboxed frame may not open.
 */
export function renderInColorScheme(html: string, scheme: ColorScheme): string {
  const end = html.indexOf('</head>')
  const head = html
    .slice(0, end)
    .replaceAll('(prefers-color-scheme: dark)', scheme === 'dark' ? 'all' : 'not all')
    .replaceAll('light dark', scheme)
    .replace('<head>', '<head><base target="_blank">')
  return head + html.slice(end)
}
