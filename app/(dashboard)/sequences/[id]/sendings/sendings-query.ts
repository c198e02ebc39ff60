import { getT } from '@/components/i18n/server'
import type { ActiveFilter } from '@/components/ui/lists/filter-bar'
import { readTextParam, type SearchParams } from '@/components/ui/search-params'
import { BrowseSendings } from '@/server/sequences/results/schema'
import { SendingStatus, type SequenceDetail } from '@/server/sequences/schema'

type PeopleQuery = Pick<BrowseSendings, 'status' | 'paused' | 'step_id' | 'state' | 'reason' | 'branch' | 'search'>

/** The filters in the address; values that mean nothing are left out. */
export function readSendingsQuery(params: SearchParams): PeopleQuery {
  const { step_id, state, reason, branch, search } = BrowseSendings.shape
  const status = SendingStatus.safeParse(params.status).data
  const step = step_id.safeParse(params.step).data
  const parsedState = state.safeParse(params.state).data
  const parsedReason = reason.safeParse(params.reason).data
  const parsedBranch = branch.safeParse(params.branch).data
  const text = search.safeParse(readTextParam(params, 'search')).data
  return {
    ...(status === undefined ? {} : { status }),
    ...(params.paused === 'true' ? { paused: true } : {}),
    ...(step === undefined ? {} : { step_id: step }),
    ...(parsedState === undefined ? {} : { state: parsedState }),
    ...(parsedReason === undefined ? {} : { reason: parsedReason }),
    ...(parsedBranch === undefined ? {} : { branch: parsedBranch }),
    ...(text === undefined ? {} : { search: text }),
  }
}

/** Active filters of the list as labels, each with its URL parameter. */
export async function listActiveFilters(
  { status, paused, step_id, state, reason, branch, search }: PeopleQuery,
  { steps }: SequenceDetail,
): Promise<ActiveFilter[]> {
  const [t, tResults] = await Promise.all([getT('sequences'), getT('sequenceResults')])
  const index = steps.findIndex(({ id }) => id === step_id)
  const step = index < 0 ? tResults('steps.removed') : t('step', { number: index + 1 })
  return [
    ...(search === undefined ? [] : [{ params: ['search'], label: t('filterSearch', { search }) }]),
    ...(status === undefined
      ? []
      : [{ params: ['status'], label: t('people.filterStatus', { status: t(`sendingStatus.${status}`) }) }]),
    ...(paused ? [{ params: ['paused'], label: t('sendingActions.paused') }] : []),
    ...(step_id === undefined ? [] : [{ params: ['step'], label: step }]),
    ...(state === undefined ? [] : [{ params: ['state'], label: tResults(`states.${state}`) }]),
    ...(branch === undefined ? [] : [{ params: ['branch'], label: tResults(`branches.${branch}`) }]),
    ...(reason === undefined
      ? []
      : [
          {
            params: ['reason'],
            label: tResults('people.filterReason', { reason: tResults(`reasonNames.${reason}`) }),
          },
        ]),
  ]
}
