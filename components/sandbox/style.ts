export const SANDBOX_STYLE = `
h2,h3,h4,fieldset,legend{margin:0;padding:0;border:0;min-width:0;font:inherit;overflow-wrap:anywhere}
h2{font-size:1rem;line-height:1.5rem;font-weight:600;letter-spacing:-.01em}
h3,h4,strong{font-weight:600}
form{min-width:0}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.shape{position:absolute}
.soft,.help{font-size:.8125rem;color:var(--ink-faint)}
.trial,main{width:100%;max-width:1104px;margin:0 auto;padding:0 20px}
.trial{display:flex;align-items:center;gap:24px;min-height:56px;padding-top:6px;padding-bottom:6px;font-size:.8125rem;color:var(--ink-faint)}
.trial p{flex:1}
.trial strong{margin-right:4px;color:var(--ink-soft)}
.language{display:inline-flex;align-items:center;height:32px}
main{padding-bottom:72px}
.head{display:grid;justify-items:start;gap:12px;padding:32px 0 36px}
.head h1{line-height:2.25rem}
.score{display:flex;flex-wrap:wrap;align-items:center;gap:4px 10px;color:var(--ink-soft)}
.score strong{color:var(--ink);font-variant-numeric:tabular-nums}
.jumps{display:flex;flex-wrap:wrap;gap:8px;margin-top:4px}
.columns{display:grid;gap:48px}
.columns>*,.aside>*{min-width:0}
.aside{display:grid;align-content:start;gap:24px}
.stars,.pick{display:flex}
.star{width:18px;height:18px;stroke-width:1.5;color:var(--ink)}
.stars .star{margin-right:1px}
.star:not(.full){color:var(--ink-faint)}
.star .full{color:var(--ink)}
.full{fill:currentColor}
.review{display:grid;gap:4px;padding:28px 0;border-top:1px solid var(--line);scroll-margin-top:8px}
.review:first-of-type{padding-top:0;border-top:0}
.review:last-of-type{padding-bottom:0}
.review:target{position:relative}
.review:target::before{content:"";position:absolute;top:28px;bottom:28px;left:-16px;width:2px;border-radius:1px;background:var(--accent)}
.review:first-of-type:target::before{top:0}
.review:last-of-type:target::before{bottom:0}
.line{display:flex;align-items:center;justify-content:space-between;gap:10px;margin-bottom:4px}
.words{margin-top:6px;max-width:68ch;white-space:pre-line;line-height:1.375rem}
.reply{display:grid;gap:2px;margin-top:14px;padding-left:16px;border-left:2px solid var(--edge)}
.reply h4{font-size:.8125rem}
.pending,.rejected{border-left-style:dashed}
.pending{border-color:var(--neutral-line)}
.rejected{border-color:var(--negative-line)}
.rejected .words{color:var(--ink-faint)}
.verdict{margin-top:8px;font-size:.8125rem;color:var(--negative-text)}
.judgement{display:grid;gap:12px;margin-top:12px;padding:14px 16px 16px;border:1px solid var(--neutral-line);border-radius:8px;background:var(--neutral-soft)}
.beside{display:flex;flex-wrap:wrap;gap:8px}
.beside input{flex:1 1 180px}
.beside .button{flex:none}
.tools{display:flex;gap:4px;margin:-5px -8px -5px 0}
.tool{display:inline-flex;align-items:center;height:28px;padding:0 8px;border:0;border-radius:6px;background:none;color:var(--ink-soft);font:inherit;font-size:.8125rem;text-decoration:none;cursor:pointer;transition:background-color 120ms}
.tool:hover{background:var(--hover);color:var(--ink)}
nav{display:flex;gap:8px;margin-top:32px}
.empty{display:grid;justify-items:center;gap:4px;padding:56px 24px;border:1px dashed var(--edge);border-radius:8px;text-align:center;color:var(--ink-soft)}
.empty h3{color:var(--ink)}
.card{padding:20px;border:1px solid var(--line);border-radius:8px;background:var(--surface);scroll-margin-top:16px}
.card>header{display:flex;flex-wrap:wrap;align-items:center;gap:2px 8px}
.card>header p{width:100%}
.card form{display:grid;gap:18px;margin-top:16px}
.card form>.button{justify-self:start}
.field{display:grid;gap:6px}
.field>*,.choice>*{min-width:0}
legend,.field>label,.rating legend{font-size:.8125rem;font-weight:500}
input[type=text],textarea,select{display:block;width:100%;height:32px;padding:0 10px;border:1px solid var(--line-strong);border-radius:6px;background:var(--surface);color:var(--ink);font:inherit;transition:border-color 120ms}
textarea{height:auto;min-height:112px;padding:6px 10px;resize:vertical;field-sizing:content}
select{padding-right:32px;appearance:none;text-overflow:ellipsis}
option{background:var(--surface);color:var(--ink)}
.select{position:relative}
.select svg{position:absolute;top:50%;right:9px;margin-top:-8px;color:var(--ink-soft);pointer-events:none}
input[type=text]:hover,textarea:hover,select:hover{border-color:var(--ink-faint)}
input[type=text]:focus-visible,textarea:focus-visible,select:focus-visible{outline-offset:-1px;border-color:transparent}
.field [aria-invalid=true]:not(fieldset){border-color:var(--negative)}
.fault{display:flex;gap:6px;font-size:.8125rem;color:var(--negative-text)}
.fault svg{margin-top:3px}
.pick{margin:2px 0 0 -8px}
.pick label{position:relative;display:grid;place-items:center;width:44px;height:44px;cursor:pointer}
.pick input{position:absolute;inset:0;width:100%;height:100%;margin:0;opacity:0;cursor:pointer}
.pick .star{width:28px;height:28px;color:var(--line-strong);stroke-width:1.5;transition:color 120ms}
.pick input:checked~.star{color:var(--accent-text);fill:currentColor}
.pick input:focus-visible~.star{outline:2px solid var(--accent-text);outline-offset:4px;border-radius:4px}
.rating[aria-invalid] .star{color:var(--negative)}
@supports selector(:has(*)){
.pick label:has(~label input:checked) .star{color:var(--accent-text);fill:currentColor}
@media (hover:hover){.pick:hover .star,.pick:hover input:checked~.star,.pick:hover label:has(~label input:checked) .star{color:var(--line-strong);fill:none}
.pick label:hover .star.star,.pick label:has(~label:hover) .star.star{color:var(--accent-text);fill:currentColor}}
form:not(:has([value=rejected]:checked)) .reason{display:none}
.unusual:has(:checked) label{color:var(--neutral-text)}
}
.actions{display:flex;flex-wrap:wrap;gap:8px}
.button{display:inline-flex;align-items:center;justify-content:center;min-height:36px;padding:6px 14px;border:1px solid transparent;border-radius:6px;font:inherit;font-weight:500;text-decoration:none;text-align:center;cursor:pointer;transition:background-color 120ms}
.beside .button{min-height:32px;padding-top:0;padding-bottom:0}
.primary{background:var(--accent);color:var(--accent-ink)}
.primary:hover{background:var(--accent-hover)}
.secondary{border-color:var(--edge);background:var(--surface);color:var(--ink)}
.secondary:hover{border-color:var(--line-strong);background:var(--hover)}
.quiet{color:var(--ink-soft)}
.quiet:hover{background:var(--hover);color:var(--ink)}
.choices{display:grid;gap:12px}
.choices legend{margin-bottom:8px}
.choice{display:flex;gap:10px}
.choice>div{flex:1}
.choice input{flex:none;width:16px;height:16px;margin:2px 0 0;accent-color:var(--accent);cursor:pointer}
.choice label{display:block;cursor:pointer}
.callout{display:flex;gap:10px;max-width:640px;padding:12px 16px 12px 14px;border:1px solid;border-radius:8px;color:var(--ink-soft)}
.callout>svg{margin-top:2px}
.callout strong{color:var(--ink)}
.callout ul{margin:2px 0 0;padding-left:18px}
.callout .jump{display:inline-block;margin-top:4px}
.neutral{border-color:var(--neutral-line);background:var(--neutral-soft)}
.neutral>svg{color:var(--neutral-text)}
.negative{border-color:var(--negative-line);background:var(--negative-soft)}
.negative>svg{color:var(--negative-text)}
.badge{padding:0 7px;border:1px solid var(--neutral-line);border-radius:4px;background:var(--neutral-soft);color:var(--neutral-text);font-size:.75rem;line-height:1.125rem;font-weight:500}
.notice{display:grid;gap:8px;max-width:480px;padding-top:20vh;padding-bottom:48px}
.notice p{color:var(--ink-soft)}
@media (min-width:960px){.trial,main{padding-left:32px;padding-right:32px}
.head{padding:40px 0 44px}
.jumps{display:none}
.columns{grid-template-columns:minmax(0,1fr) 360px;gap:64px}}
@media (pointer:coarse){input[type=text],select{height:44px;font-size:1rem}
textarea{font-size:1rem;line-height:1.5rem;padding-top:10px;padding-bottom:10px}
.button,.beside .button{min-height:44px}
.tool,.language,.callout .jump,.empty a{display:inline-flex;align-items:center;height:44px}
.tool{padding:0 12px}
.tools{margin:-13px -12px -13px 0}
.choices{gap:4px}
.choice{position:relative;align-items:flex-start;min-height:44px;padding:4px 0}
.choice label::after{content:"";position:absolute;inset:0}
.choice input{width:20px;height:20px;margin-top:0}}
@media (forced-colors:active){.card,.callout,.badge,.judgement,.button{border-color:CanvasText}
.primary{forced-color-adjust:none;background:ButtonText;color:ButtonFace;border-color:ButtonText}
svg,use{color:CanvasText!important}
.pick input:checked~.star,.pick label:has(~label input:checked) .star{color:Highlight!important}
.pick input:focus-visible~.star{outline-color:Highlight}
.rating[aria-invalid] .pick{outline:2px dashed CanvasText}
.field [aria-invalid=true]:not(fieldset){border:2px dashed CanvasText}
.review:target::before{forced-color-adjust:none;background:Highlight}}
@media (prefers-reduced-motion:reduce){*,::before,::after{transition-duration:1ms!important}}
@media print{.aside,.tools,.jumps,.language,nav{display:none}}`
