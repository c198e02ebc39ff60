import { DARK, LIGHT } from './color-tokens'
import { FONT_FACES } from './font-faces'

/**
 * Typography, colors and elements shared by all static pages, consistent with app/globals.css. The theme is a class on the root element;
 * without JavaScript it follows the device.
 */
export const BASE_STYLE = `${FONT_FACES}
:root{color-scheme:light;${declarations(LIGHT)}}
@media (prefers-color-scheme:dark){:root:not(.light){color-scheme:dark;${declarations(DARK)}}}
:root.dark{color-scheme:dark;${declarations(DARK)}}
*,::before,::after{box-sizing:border-box}
html{background:var(--canvas);color:var(--ink);font-family:Geist,"Geist Fallback",ui-sans-serif,system-ui,sans-serif;-webkit-font-smoothing:antialiased;text-rendering:optimizeLegibility;-webkit-text-size-adjust:100%;-webkit-tap-highlight-color:transparent}
body{margin:0;min-height:100vh;min-height:100dvh;font-size:.875rem;line-height:1.25rem}
h1,p{margin:0;overflow-wrap:anywhere}
h1{font-size:1.75rem;line-height:2.25rem;font-weight:600;letter-spacing:-.025em;text-wrap:balance}
p{text-wrap:pretty}
a{border-radius:4px;color:var(--accent-text);text-decoration:underline;text-decoration-color:var(--accent-line);text-underline-offset:3px}
a:hover{text-decoration-color:currentColor}
svg{display:block;flex:none;fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
::selection{background:var(--accent-line);color:var(--ink)}
:focus-visible{outline:2px solid var(--accent-text);outline-offset:2px}
[hidden]{display:none!important}`

function declarations(colors: Record<string, string>): string {
  return Object.entries(colors)
    .map(([name, color]) => `--${name}:${color}`)
    .join(';')
}
