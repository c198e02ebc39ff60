import { getT } from '@/components/i18n/server'
import type { ShownCase } from '@/server/cases/schema'
import { Avatar } from '../ui/content/avatar'
import { Badge, type Tone } from '../ui/content/badge'
import { Dash } from '../ui/content/definition-list'

const TONES: Record<NonNullable<ShownCase['state']>, Tone> = {
  open: 'accent',
  contacted: 'neutral',
  resolved: 'positive',
}

/** How far somebody is with a response, and their initials. */
export async function CaseCell({ state, assigneeName }: ShownCase) {
  const t = await getT('cases')
  if (state === null) return <Dash />
  return (
    <span className="flex items-center gap-1.5">
      <Badge tone={TONES[state]}>{t(`state.${state}`)}</Badge>
      {assigneeName !== null && (
        <span className="relative z-1 inline-flex" data-tip={assigneeName}>
          <Avatar name={assigneeName} size="small" />
          <span className="sr-only">{assigneeName}</span>
        </span>
      )}
    </span>
  )
}
