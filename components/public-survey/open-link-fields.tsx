/** @jsxImportSource preact */
import type { OpenLinkFormData } from '@/server/api/pages/open-link-page-data'
import { getTranslator } from '@/server/messages/message-catalogue'
import type { Language } from '@/server/validation/schema'

export const TEXT_INPUT_CSS = `.line{display:block;width:100%;min-height:52px;margin-top:8px;padding:0 14px;border:1px solid var(--line-strong);border-radius:var(--r);background:var(--surface);color:inherit;font:inherit}
.bad .line{border-color:var(--negative)}
.last{margin-bottom:36px}
.who{display:grid;gap:16px}
.who label{font-weight:500}
.off{position:absolute;left:-999em}
@media print{.off{display:none}}`

type FieldsProps = { form: OpenLinkFormData; language: Language; organization: string }

/** The token of the page view, and a field that only a machine fills: people neither see nor reach it. */
export function OpenLinkHiddenFields({ form, language }: Pick<FieldsProps, 'form' | 'language'>) {
  const t = getTranslator(language, 'survey')
  return (
    <>
      <input type="hidden" name="_view" value={form.viewToken} />
      <input type="hidden" name="_token" value={form.token} />
      <div class="off" aria-hidden="true">
        <label>
          {t('openLink.leaveEmpty')}
          <input type="text" name="_topic" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
    </>
  )
}

/** Beside the last question where the script shows one at a time. */
export function ContactFields({ form: { asksContact, contact, contactError }, language, organization }: FieldsProps) {
  const t = getTranslator(language, 'survey')
  if (asksContact === 'no') return null
  const isNameWrong = contactError === 'name'
  const isEmailWrong = contactError !== null && !isNameWrong
  return (
    <div class={`last${contactError ? ' bad' : ''}`}>
      <h2 class="ask" id="who">
        {t('openLink.who')}
        {asksContact === 'optional' && (
          <>
            {' '}
            <bdi class="opt">({t('optional')})</bdi>
          </>
        )}
      </h2>
      <p class="more">{t('openLink.whoUse', { organization })}</p>
      <div class="answers who" role="group" aria-labelledby="who">
        <label>
          {t('openLink.name')}
          <input
            class="line"
            name="_name"
            dir="auto"
            autoComplete="name"
            maxLength={100}
            value={contact.name.slice(0, 100)}
            aria-invalid={isNameWrong}
            aria-describedby="who-fault"
          />
        </label>
        <label>
          {t('openLink.email')}
          <input
            class="line"
            type="email"
            name="_email"
            autoComplete="email"
            maxLength={254}
            value={contact.email.slice(0, 254)}
            aria-required={asksContact === 'required'}
            aria-invalid={isEmailWrong}
            aria-describedby="who-fault"
          />
        </label>
      </div>
      <p class="fault" id="who-fault" hidden={!contactError}>
        <span>{contactError && t(`openLink.faults.${contactError}`)}</span>
      </p>
    </div>
  )
}
