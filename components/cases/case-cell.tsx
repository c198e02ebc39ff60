import { formatDate } from '@/components/format'
import { getLocale, getT } from '@/components/i18n/server'
import type { CaseWithAssignee } from '@/server/cases/schema'
import { Avatar } from '../ui/content/avatar'
import { Badge, type Tone } from '../ui/content/badge'
import { Dash } from '../ui/content/definition-list'

const TONES: Record<NonNullable<CaseWithAssignee['state']>, Tone> = {
  open: 'accent',
  contacted: 'neutral',
  resolved: 'positive',
}

export async function CaseCell({ state, assigneeName, dueOn }: CaseWithAssignee) {
  const [t, locale] = await Promise.all([getT('cases'), getLocale()])
  if (state === null)
    return (
      <span className="max-sm:hidden">
        <Dash />
      </span>
    )
  return (
    <span className="flex items-center gap-1.5">
      <Badge tone={TONES[state]}>{t(`state.${state}`)}</Badge>
      {assigneeName !== null && (
        <span className="relative z-1 inline-flex" data-tip={assigneeName}>
          <Avatar name={assigneeName} size="small" />
          <span className="sr-only">{assigneeName}</span>
        </span>
      )}
      {dueOn !== null && state !== 'resolved' && (
        <span className="figures text-13 whitespace-nowrap text-ink-soft">
          {t('dueOn', { day: formatDate(dueOn, locale, 'UTC') })}
        </span>
      )}
    </span>
  )
}
