export const ACCOUNT_STYLE = `
body{display:grid;align-content:start;justify-items:center;padding:48px 20px}
@media (min-width:640px){body{align-content:center}}
main{display:grid;gap:32px;width:100%;max-width:360px}
main>*,form>*,.field>*{min-width:0}
.product{font-weight:500;color:var(--ink-soft)}
header,.field{display:grid;gap:6px}
header p,.soft{color:var(--ink-soft)}
form,.stack{display:grid;gap:16px}
label{font-size:.8125rem;font-weight:500;cursor:pointer}
.input{position:relative}
input{display:block;width:100%;height:32px;padding:0 10px;border:1px solid var(--line-strong);border-radius:6px;background:var(--surface);color:var(--ink);font:inherit;transition:border-color 120ms}
input:hover{border-color:var(--ink-faint)}
input:focus-visible{outline-offset:-1px;border-color:transparent}
input[aria-invalid]{border-color:var(--negative)}
.fault,.help{font-size:.8125rem;color:var(--ink-faint)}
.fault{display:flex;gap:6px;color:var(--negative-text)}
.fault svg{margin-top:3px}
.with-peek input{padding-right:40px}
.peek{position:absolute;top:50%;right:4px;display:grid;place-items:center;width:28px;height:28px;margin-top:-14px;padding:0;border:0;border-radius:6px;background:none;color:var(--ink-soft);cursor:pointer}
.peek:hover{background:var(--hover);color:var(--ink)}
.peek svg:last-child,[type=text]~.peek svg:first-child{display:none}
[type=text]~.peek svg:last-child{display:block}
.button{position:relative;display:inline-flex;align-items:center;justify-content:center;height:40px;padding:0 16px;border:0;border-radius:6px;font:inherit;font-weight:500;text-decoration:none;cursor:pointer;transition:background-color 120ms}
.primary{width:100%;background:var(--accent);color:var(--accent-ink)}
.primary:hover{background:var(--accent-hover)}
form>.primary{margin-top:8px}
.secondary{justify-self:start;border:1px solid var(--edge);background:var(--surface);color:var(--ink)}
.wide{justify-self:stretch;gap:8px}
.ways .callout[hidden]{display:none}
.or{display:flex;align-items:center;gap:12px;font-size:.8125rem;color:var(--ink-faint)}
.or::before,.or::after{content:"";flex:1;border-top:1px solid var(--line)}
.ways form{gap:8px}
@media (scripting:none){[data-passkey]{display:none}}
.secondary:hover{border-color:var(--line-strong);background:var(--hover)}
.button[aria-busy]{cursor:default;opacity:.6}
.button[aria-busy] span{opacity:0}
.button[aria-busy]::after{content:"";position:absolute;width:14px;height:14px;border:2px solid;border-right-color:transparent;border-radius:50%;animation:turn 900ms linear infinite}
@keyframes turn{to{rotate:1turn}}
.callout{display:flex;gap:10px;padding:10px 12px;border:1px solid;border-radius:8px;color:var(--ink-soft)}
.callout svg{margin-top:2px}
.negative{border-color:var(--negative-line);background:var(--negative-soft)}
.negative svg{color:var(--negative-text)}
.neutral{border-color:var(--neutral-line);background:var(--neutral-soft)}
.neutral svg{color:var(--neutral-text)}
.status{font-size:.8125rem;color:var(--ink-soft)}
.status:empty{display:none}
@media (pointer:coarse){input{height:44px;font-size:1rem;line-height:1.5rem}.button{height:44px}.peek{width:36px;height:36px;margin-top:-18px}}
@media (prefers-reduced-motion:reduce){*,::before,::after{animation-duration:1ms!important;animation-iteration-count:1!important;transition-duration:1ms!important}}`
