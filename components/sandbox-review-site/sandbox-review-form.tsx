/** @jsxImportSource preact */
import type { SandboxPageData } from '@/server/api/pages/sandbox-review-site-page'
import { getTranslator } from '@/server/messages/message-catalogue'

export function SandboxReviewForm({ locale, path, site, editing, draft }: SandboxPageData) {
  const t = getTranslator(locale, 'sandbox')
  return (
    <section class="card" id="write" aria-labelledby="write-title">
      <h2 id="write-title">{t(editing === null ? 'form.write' : 'form.edit')}</h2>
      <form method="post" action={path}>
        <input type="hidden" name="_action" value={editing === null ? 'write' : 'edit'} />
        {editing !== null && <input type="hidden" name="id" value={editing} />}
        <fieldset>
          <legend>{t('form.rating')}</legend>
          {[1, 2, 3, 4, 5].map((rating) => (
            <label key={rating}>
              <input type="radio" name="rating" value={rating} required checked={draft.rating === String(rating)} />{' '}
              {t('form.star', { count: rating })}
            </label>
          ))}
        </fieldset>
        <label>
          {t('form.author')}
          <input
            type="text"
            name="author"
            dir="auto"
            value={draft.author}
            autoComplete="off"
            maxLength={100}
            required
          />
        </label>
        {site.locations.length > 0 && (
          <label>
            {t('form.locationId')}
            <select name="locationId">
              <option value="">{t('form.noLocation')}</option>
              {site.locations.map(({ id, name }) => (
                <option key={id} value={id} selected={id === draft.locationId}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        )}
        <label>
          {t('form.text')}
          <textarea name="text" dir="auto" rows={5} maxLength={4000}>
            {draft.text}
          </textarea>
        </label>
        <div class="actions">
          <button type="submit" class="primary">
            {t(editing === null ? 'form.publish' : 'form.save')}
          </button>
          {editing !== null && <a href={`${path}#review-${editing}`}>{t('form.cancel')}</a>}
        </div>
      </form>
    </section>
  )
}
