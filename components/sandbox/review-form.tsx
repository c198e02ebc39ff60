/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'
import type { SandboxDraft, SandboxView } from '@/server/api/pages/sandbox-page'
import { translator } from '@/server/messages/messages'
import { ChevronDownIcon, FaultIcon } from '../document/icons'
import { StarsField } from './stars'

/** In form order: the first invalid one takes the focus. */
const FIELDS = ['rating', 'author', 'locationId', 'text'] as const satisfies (keyof SandboxDraft)[]

export function ReviewForm({ locale, hrefs, site, editing, draft, faults }: SandboxView) {
  const t = translator(locale, 'sandbox')
  const toGoTo = FIELDS.find((name) => name in faults)
  return (
    <section class="card" id="write" aria-labelledby="write-title">
      <h2 id="write-title">{t(editing ? 'form.edit' : 'form.write')}</h2>
      <form method="post" action={hrefs.self} noValidate>
        <input type="hidden" name="_action" value={editing ? 'edit' : 'write'} />
        {editing && <input type="hidden" name="id" value={editing.id} />}
        <div class="field">
          <StarsField locale={locale} value={draft.rating} fault={faults.rating} isToGoTo={toGoTo === 'rating'} />
          {/* The only possible error is a missing choice. */}
          <Fault name="rating">{faults.rating && t('form.chooseStars')}</Fault>
        </div>
        <div class="field">
          <label htmlFor="author">{t('form.author')}</label>
          <input
            type="text"
            dir="auto"
            value={draft.author}
            autoComplete="off"
            maxLength={100}
            required
            {...controlled('author', faults.author, toGoTo)}
          />
          <Fault name="author">{faults.author}</Fault>
        </div>
        {site.locations.length > 0 && (
          <div class="field">
            <label htmlFor="locationId">{t('form.location')}</label>
            <LocationSelect
              locations={site.locations}
              value={draft.locationId}
              none={t('form.noLocation')}
              attributes={controlled('locationId', faults.locationId, toGoTo)}
            />
            <Fault name="locationId">{faults.locationId && t('form.locationGone')}</Fault>
          </div>
        )}
        <div class="field">
          <label htmlFor="text">{t('form.text')}</label>
          <textarea dir="auto" rows={5} maxLength={4000} {...controlled('text', faults.text, toGoTo, 'text-help')}>
            {draft.text}
          </textarea>
          <Fault name="text">{faults.text}</Fault>
          <p class="help" id="text-help">
            {t('form.textHelp')}
          </p>
        </div>
        <div class="actions">
          <button class="button primary" type="submit">
            {t(editing ? 'form.save' : 'form.publish')}
          </button>
          {editing && (
            <a class="button quiet" href={`${hrefs.self}#review-${editing.id}`}>
              {t('form.cancel')}
            </a>
          )}
        </div>
      </form>
    </section>
  )
}

type SelectProps = { locations: { id: string; name: string }[]; value: string; none: string; attributes: object }

function LocationSelect({ locations, value, none, attributes }: SelectProps) {
  return (
    <div class="select">
      <select {...attributes}>
        <option value="">{none}</option>
        {locations.map(({ id, name }) => (
          <option key={id} value={id} selected={id === value}>
            {name}
          </option>
        ))}
      </select>
      <ChevronDownIcon />
    </div>
  )
}

function controlled(name: string, fault: string | undefined, toGoTo: string | undefined, help?: string): object {
  return {
    id: name,
    name,
    'aria-invalid': fault ? 'true' : undefined,
    'aria-describedby': [fault && `${name}-fault`, help].filter(Boolean).join(' ') || undefined,
    autoFocus: toGoTo === name,
  }
}

function Fault({ name, children }: { name: string; children: ComponentChildren }) {
  if (!children) return null
  return (
    <p class="fault" id={`${name}-fault`}>
      <FaultIcon size={14} />
      {children}
    </p>
  )
}
