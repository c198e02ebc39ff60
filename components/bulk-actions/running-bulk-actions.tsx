import { getT } from '@/components/i18n/server'
import type { BulkAction } from '@/server/bulk-actions/schema'
import type { ContactProperty } from '@/server/contact-properties/schema'
import { AutoRefresh } from '../ui/auto-refresh'
import { Progress } from '../ui/content/progress'
import { TextLink } from '../ui/controls/text-link'
import { describeBulkAction } from './describe-bulk-action'

type RunningBulkActionsProps = { actions: readonly BulkAction[]; properties: readonly ContactProperty[] }

/** The actions of the organization that are in progress, above the list that they change. */
export async function RunningBulkActions({ actions, properties }: RunningBulkActionsProps) {
  const t = await getT('bulkActions')
  if (actions.length === 0) return null
  return (
    <ul className="grid divide-y rounded-card border bg-surface text-14">
      <AutoRefresh key={actions.map(({ id, processed }) => `${id} ${processed}`).join()} />
      {actions.map(async (action) => {
        const title = await describeBulkAction(action, properties)
        const { id, processed, total } = action
        return (
          <li key={id} className="grid gap-2 px-4 py-3">
            <p className="flex flex-wrap items-baseline justify-between gap-x-4">
              <TextLink href={`/contacts/actions/${id}`}>{title}</TextLink>
              <span className="figures text-13 text-ink-soft">{t('progress', { done: processed, total })}</span>
            </p>
            <Progress value={processed} max={total} label={title} />
          </li>
        )
      })}
    </ul>
  )
}
