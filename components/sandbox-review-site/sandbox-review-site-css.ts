export const SANDBOX_REVIEW_SITE_CSS = `
h2,h3,h4,fieldset,legend{margin:0;padding:0;border:0;min-width:0;font:inherit;overflow-wrap:anywhere}
h2,h3,h4,legend,strong{font-weight:600}
h2{font-size:1rem;line-height:1.5rem}
main{display:grid;gap:16px;max-width:1104px;margin:0 auto;padding:24px 20px 72px}
main>*{min-width:0}
.soft{font-size:.8125rem;color:var(--ink-faint)}
.columns{display:grid;gap:48px;margin-top:16px}
.columns>*{min-width:0}
.forms{display:grid;align-content:start;gap:24px}
.card{display:grid;gap:16px;padding:20px;border:1px solid var(--line);border-radius:8px;background:var(--surface);scroll-margin-top:16px}
.card form{display:grid;gap:16px;min-width:0}
.card button{justify-self:start}
label{display:block}
input[type=text],textarea,select{display:block;width:100%;min-height:36px;margin-top:4px;padding:6px 10px;border:1px solid var(--line-strong);border-radius:6px;background:var(--surface);color:var(--ink);font:inherit}
textarea{resize:vertical}
input[type=radio],input[type=checkbox]{accent-color:var(--accent)}
fieldset label,.card label:has(input[type=checkbox]){padding:4px 0}
button{min-height:36px;padding:6px 14px;border:1px solid var(--line-strong);border-radius:6px;background:var(--surface);color:var(--ink);font:inherit;font-weight:500;cursor:pointer}
button:hover{background:var(--hover)}
.primary{border-color:transparent;background:var(--accent);color:var(--accent-ink)}
.primary:hover{background:var(--accent-hover)}
.actions{display:flex;flex-wrap:wrap;align-items:end;gap:8px 16px;margin-top:8px}
.actions a{align-self:center}
.actions label{flex:1 1 180px}
.review{padding:20px 0;border-bottom:1px solid var(--line);scroll-margin-top:8px}
.stars{color:var(--accent-text);letter-spacing:2px}
.words{margin-top:6px;max-width:68ch;white-space:pre-line}
.reply>.words+p{margin-top:8px}
.reply{margin-top:14px;padding-left:16px;border-left:2px solid var(--line-strong)}
.failures{max-width:640px;padding:12px 16px;border:1px solid var(--negative-line);border-radius:8px;background:var(--negative-soft);color:var(--negative-text)}
@media (min-width:960px){.columns{grid-template-columns:360px minmax(0,1fr)}}
@media (pointer:coarse){button,input[type=text],select,.actions a,fieldset label,.card label:has(input[type=checkbox]){min-height:44px}
.actions a,fieldset label,.card label:has(input[type=checkbox]){display:flex;align-items:center;gap:8px}
input[type=text],textarea,select{font-size:1rem}}`
