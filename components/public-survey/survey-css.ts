import { deriveBrandColors } from '@/server/sender-profile/brand-colors'
import { CORNER_RADII, FONT_STACKS } from '@/server/sender-profile/constants'
import type { PageLook } from '@/server/sender-profile/schema'
import { FONT_FACE_CSS } from '../static-page/font-faces'

type SurveyLookProps = { brandColor: string | null; look: PageLook }

export function surveyCss({ brandColor, look }: SurveyLookProps): string {
  const { fill, ink, contrastsOnLight, contrastsOnDark } = deriveBrandColors(brandColor)
  const { large, small } = CORNER_RADII[look.corners]
  const edge = (shows: boolean) => `--brand-edge:${shows ? fill : 'var(--line-strong)'};`
  const scheme = { auto: 'light dark', light: 'light', dark: 'dark' }[look.scheme]
  const light = `:root{color-scheme:${scheme};--brand:${fill};--brand-ink:${ink};--r:${large}px;--s:${small}px;--font:${FONT_STACKS[look.font]};${edge(contrastsOnLight)}${LIGHT}}`
  const dark = `:root{${edge(contrastsOnDark)}${DARK}}`
  const media = { auto: 'screen and (prefers-color-scheme:dark)', light: null, dark: 'screen' }[look.scheme]
  return `${look.font === 'geist' ? FONT_FACE_CSS : ''}${light}${media === null ? '' : `\n@media ${media}{${dark}}`}\n${RULES}`
}

/** In the frame of a widget, whose height follows that of the page. The popover has its button for closing above the header. */
export const FRAME_CSS = `body{min-height:0}
main{padding:12px 0 20px}
.q{margin-bottom:28px}
.first .ask{font-size:1.25rem;line-height:1.75rem}
.note h1{font-size:1.5rem}
footer{padding-bottom:16px}
:root:is([data-in=popover],[data-in=button]) header .wide{padding-right:60px;min-height:56px}`

const LIGHT =
  '--canvas:#fbfaf8;--surface:#fefefd;--hover:#f4f2ef;--line:#e2e0dc;--line-strong:#898680;--ink:#1e1b18;--ink-soft:#504c47;--ink-faint:#6e6a64;--negative:#ca3732;--negative-text:#a82925;--negative-soft:#ffeeec'
const DARK =
  '--canvas:#12110f;--surface:#1a1815;--hover:#22201d;--line:#2f2c29;--line-strong:#6b6761;--ink:#eeede9;--ink-soft:#bdbab5;--ink-faint:#9d9994;--negative:#e75750;--negative-text:#fc9d95;--negative-soft:#3f1c1a'

const RULES = `*,::before,::after{box-sizing:border-box}
html{background:var(--canvas);color:var(--ink);font:100%/1.5 var(--font);-webkit-text-size-adjust:100%;-webkit-tap-highlight-color:transparent}
body{margin:0;min-height:100vh;min-height:100dvh;display:flex;flex-direction:column}
h1,h2,p,fieldset,legend{margin:0;padding:0;border:0;min-width:0}
h1,h2{font:inherit;letter-spacing:inherit}
a{color:inherit;text-underline-offset:3px;text-decoration-color:var(--line-strong)}
:focus-visible{outline:2px solid var(--ink);outline-offset:2px}
.wide{width:100%;max-width:640px;margin:0 auto;padding:0 20px}
header .wide{display:flex;align-items:center;gap:10px;min-height:64px;padding-top:8px;padding-bottom:8px}
.mark{flex:none;width:1.75rem;height:1.75rem;border-radius:var(--s);display:grid;place-items:center;background:var(--brand);color:var(--brand-ink);box-shadow:inset 0 0 0 1px var(--brand-edge);font-size:.875rem;font-weight:600}
.name{flex:1;min-width:0;overflow-wrap:anywhere;font-size:.875rem;line-height:1.25rem;font-weight:500}
.logo{display:block;max-width:100%;height:auto;border-radius:var(--s)}
.lang{display:inline-flex;align-items:center;min-height:44px;padding:0 8px;margin-right:-8px;font-size:.875rem;color:var(--ink-soft)}
main{flex:1;padding:clamp(20px,7vh,88px) 0 48px}
footer{padding:0 0 24px;font-size:.8125rem;color:var(--ink-faint)}
.q{margin-bottom:36px}
.ask{display:block;width:100%;font-size:1.25rem;line-height:1.75rem;font-weight:600;letter-spacing:-.012em;text-wrap:balance;overflow-wrap:anywhere}
.first .ask{font-size:clamp(1.5rem,6.4vw,1.75rem);line-height:1.28;letter-spacing:-.02em}
.more{margin-top:6px;color:var(--ink-soft);overflow-wrap:anywhere}
.opt{font-size:.875rem;font-weight:400;letter-spacing:0;color:var(--ink-faint);white-space:nowrap}
.answers{margin-top:20px}
.pick{position:relative;display:block;cursor:pointer}
.pick input{position:absolute;inset:0;width:100%;height:100%;margin:0;opacity:0;cursor:pointer}
.pick span{display:flex;align-items:center;justify-content:center;min-height:52px;border:1px solid var(--line-strong);border-radius:var(--r);background:var(--surface);font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
.pick:hover span{background:var(--hover);border-color:var(--ink-faint)}
.pick input:checked+span{background:var(--brand);color:var(--brand-ink);border-color:var(--ink);font-weight:600;box-shadow:inset 0 0 0 1px var(--ink)}
.pick input:focus-visible+span{outline:2px solid var(--ink);outline-offset:2px}
.scale{display:grid;gap:6px}
.scale .pick span{font-size:1.125rem;font-weight:500}
.nps{grid-template-columns:repeat(6,1fr)}
.csat,.rating,.smileys{grid-template-columns:repeat(5,1fr)}
.own{grid-template-columns:repeat(auto-fit,minmax(44px,1fr))}
.thumbs{grid-template-columns:repeat(2,minmax(44px,120px))}
.icon{width:1.875rem;max-width:100%;aspect-ratio:1;fill:none;stroke:currentColor;stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}
.ces{grid-template-columns:repeat(7,1fr);gap:5px}
@media (max-width:23.4375em){.wide{padding:0 16px}.nps{gap:4px}.ces{grid-template-columns:repeat(4,1fr)}}
@media (min-width:37.5em){.nps{grid-template-columns:repeat(11,1fr)}}
.ends{display:flex;justify-content:space-between;gap:24px;margin-top:10px;font-size:.875rem;line-height:1.25rem;color:var(--ink-soft)}
.ends span:last-child{text-align:right}
.ends b{font-weight:600;color:var(--ink);font-variant-numeric:tabular-nums}
.rating .pick span{font-size:1.625rem;line-height:1;color:var(--ink-faint)}
.list{display:grid;gap:8px}
.list .pick span{justify-content:flex-start;gap:12px;padding:12px 16px;text-align:left}
.list .pick span::before{content:"";flex:none;width:18px;height:18px;border:1.5px solid currentColor;border-radius:50%;opacity:.7}
.list .pick input[type=checkbox]+span::before{border-radius:min(4px,var(--s))}
.list .pick input:checked+span::before{opacity:1;background:currentColor;box-shadow:inset 0 0 0 3.5px var(--brand)}
.two{grid-template-columns:1fr 1fr}
textarea.answers,.line.answers,.number{margin-top:14px}
h1 .list .pick,h2 .list .pick{font-size:1rem}
textarea,.line{display:block;width:100%;padding:12px 14px;border:1px solid var(--line-strong);border-radius:var(--r);background:var(--surface);color:inherit;font:inherit}
textarea{min-height:108px;resize:vertical;field-sizing:content}
.line{min-height:48px;max-width:100%}
input[type=date].line{width:auto}
.number{display:flex;align-items:center;gap:10px}
.number .line{max-width:200px}
.other{margin-top:8px}
.rows{display:grid;gap:20px}
.rows legend{font-weight:500;overflow-wrap:anywhere}
.cells{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(88px,100%),1fr));gap:6px;margin-top:8px}
.cells .pick,.cells .pick span{height:100%}
.cells .pick span{padding:8px;text-align:center}
.places{display:grid;gap:8px;padding:0;list-style:none}
.places li{display:flex;align-items:center;justify-content:space-between;gap:16px}
.places label{min-width:0;overflow-wrap:anywhere}
.places .line{flex:none;width:auto;min-width:72px}
:is(textarea,.line):focus-visible{outline-offset:-1px}
.fault{margin-top:10px;display:flex;gap:8px;font-size:.875rem;font-weight:500;color:var(--negative-text)}
.fault::before{content:"";flex:none;width:4px;border-radius:2px;background:var(--negative)}
.fault[hidden]{display:none}
.bad textarea,.bad .line,.bad .pick span{border-color:var(--negative)}
.summary{margin-bottom:28px;padding:12px 16px;border-radius:var(--r);background:var(--negative-soft);color:var(--negative-text);font-weight:500}
.send{display:inline-flex;align-items:center;justify-content:center;width:100%;min-height:52px;padding:0 28px;border:1px solid var(--brand-edge);border-radius:var(--r);background:var(--brand);color:var(--brand-ink);font:inherit;font-weight:600;cursor:pointer}
.law{margin:0 0 16px;font-size:.875rem;color:var(--ink-soft);overflow-wrap:anywhere}
.send:hover{box-shadow:inset 0 0 0 99px rgb(0 0 0/.08)}
.send[aria-disabled=true]{opacity:.6;cursor:default}
.steps{display:block;width:100%;height:6px;margin-bottom:28px;appearance:none;border:0;border-radius:min(3px,var(--s));overflow:hidden;background:var(--line);color:var(--brand)}
.steps::-webkit-progress-bar{background:var(--line)}
.steps::-webkit-progress-value{background:var(--brand-edge)}
.steps::-moz-progress-bar{background:var(--brand-edge)}
.step{display:flex;flex-wrap:wrap;gap:12px}
.q[hidden],.send[hidden]{display:none}
.quiet{background:var(--surface);color:var(--ink);border-color:var(--line-strong)}
@media (min-width:37.5em){.send{width:auto;min-width:160px}}
.wait:not(:empty){margin-top:16px;padding:12px 16px;border-left:4px solid var(--line-strong);border-radius:var(--r);background:var(--hover);overflow-wrap:anywhere}
.note{display:grid;gap:10px}
.note h1:focus,.q h1:focus{outline:0}
.note h1{font-weight:700;font-size:clamp(1.625rem,7vw,2.25rem);line-height:1.15;letter-spacing:-.025em;text-wrap:balance}
.note p{font-size:1.125rem;line-height:1.55;color:var(--ink-soft);text-wrap:pretty;overflow-wrap:anywhere}
.note p.small{font-size:.875rem;color:var(--ink-faint)}
.note form{margin-top:14px}
.reviews{display:grid;gap:12px;margin:14px 0 8px}
.reviews ul{display:flex;flex-wrap:wrap;gap:8px;margin:0;padding:0;list-style:none}
.reviews li{flex:1 1 160px}
a.send{text-decoration:none;overflow-wrap:anywhere}
.go{display:flex;flex-wrap:wrap;gap:8px;margin:14px 0 8px}
.reviews .send{width:100%;min-width:0}
@media (min-width:37.5em){.reviews li{flex:none}}
.tag{padding:8px 0;background:var(--hover);border-bottom:1px solid var(--line);font-size:.8125rem;text-align:center;color:var(--ink-soft)}
@supports selector(:has(*)){.rating .pick:has(input:checked) span,.rating .pick:has(~.pick input:checked) span{background:var(--brand);color:var(--brand-ink);border-color:var(--ink)}
.other{display:none}.q:has([data-other]:checked) .other{display:block}
.later{display:none}form:has(.first input:checked) .later{display:block}}
@media (prefers-reduced-motion:no-preference){form:has(.first input:checked) .later{animation:come .16s cubic-bezier(.2,.7,.2,1)}@keyframes come{from{opacity:0;translate:0 6px}}}
@media (forced-colors:active){.mark{border:1px solid}
.pick input:checked+span{forced-color-adjust:none;background:Highlight;color:HighlightText;border-color:Highlight;box-shadow:none}
.send{forced-color-adjust:none;background:ButtonText;color:ButtonFace;border-color:ButtonText}
.pick:hover span,.send:hover{border-color:CanvasText}
.list .pick input:checked+span::before{border:5px solid HighlightText;background:Highlight;box-shadow:none}
.quiet{background:ButtonFace;color:ButtonText;border-color:ButtonBorder}
.send[aria-disabled=true]{background:ButtonFace;color:GrayText;border-color:GrayText;opacity:1}
.fault::before{forced-color-adjust:none;background:CanvasText}
.bad .pick span,.bad textarea,.bad .line{border:2px dashed}
.summary{border:2px solid}
:focus-visible,.pick input:focus-visible+span{outline:3px solid CanvasText}
@supports selector(:has(*)){.rating .pick:has(input:checked) span,.rating .pick:has(~.pick input:checked) span{forced-color-adjust:none;background:Highlight;color:HighlightText;border-color:Highlight}}}
@media print{.send,.lang,.tag,.wait{display:none}.mark,.pick span,.pick span::before{print-color-adjust:exact;-webkit-print-color-adjust:exact}
body{display:block}main{padding:16px 0}.q{break-inside:avoid}form .later{display:block!important;animation:none}}`
