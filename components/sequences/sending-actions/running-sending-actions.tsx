import { getT } from '@/components/i18n/server'
import { AutoRefresh } from '@/components/ui/auto-refresh'
import { Progress } from '@/components/ui/content/progress'
import type { SendingActionProgress } from '@/server/sequences/sending-actions/schema'

/** Actions on many people of a sequence that are in progress, above the list that they change. */
export async function RunningSendingActions({ actions }: { actions: readonly SendingActionProgress[] }) {
  const t = await getT('sequences')
  if (actions.length === 0) return null
  const countProcessed = ({ changed, unchanged, failed }: SendingActionProgress) => changed + unchanged + failed
  return (
    <ul className="grid divide-y rounded-card border bg-surface text-14">
      <AutoRefresh key={actions.map((action) => `${action.id} ${countProcessed(action)}`).join()} />
      {actions.map((action) => {
        const title = t(`sendingActions.running.${action.type}`)
        const done = countProcessed(action)
        return (
          <li key={action.id} className="grid gap-2 px-4 py-3">
            <p className="flex flex-wrap items-baseline justify-between gap-x-4">
              {title}
              <span className="figures text-13 text-ink-soft">
                {t('sendingActions.progress', { done, total: action.total })}
              </span>
            </p>
            <Progress value={done} max={action.total} label={title} />
          </li>
        )
      })}
    </ul>
  )
}
