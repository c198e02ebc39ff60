import { Fragment, type ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { Branch } from '@/server/sequences/conditions/constants'
import { BRANCH_STYLE } from './branch-style'
import { Connector, StepRow } from './step-list-parts'
import { listBranchesEndingAfter, type Place, type PlacedStep } from './step-places'

type BranchMarksProps = {
  steps: readonly PlacedStep[]
  /** Of a fork, or of a step in a branch. */
  index: number
  renderAdd: (place: Place, size: 'small') => ReactNode
  dropPlace: string | undefined
}

/** Where branches begin and end after a step. */
export function BranchMarks({ steps, index, renderAdd, dropPlace }: BranchMarksProps) {
  const t = useTranslations('sequences')
  return (
    <>
      {steps[index]?.type === 'fork' && <BranchStart branch="yes" />}
      {listBranchesEndingAfter(steps, index).map((branch) => {
        const place = { before: index + 1, branch }
        return (
          <Fragment key={branch}>
            <StepRow place={place} dropPlace={dropPlace}>
              {steps[index]?.branch === branch ? (
                <Connector />
              ) : (
                <p className="py-2 text-center text-13 text-ink-faint">{t('emptyBranch')}</p>
              )}
              {renderAdd(place, 'small')}
            </StepRow>
            {branch === 'yes' ? (
              <BranchStart branch="no" />
            ) : (
              <li className="grid justify-items-center">
                <Connector />
                <span className="text-13 text-ink-faint">{t('branchesMeet')}</span>
              </li>
            )}
          </Fragment>
        )
      })}
    </>
  )
}

function BranchStart({ branch }: { branch: Branch }) {
  const t = useTranslations('sequences')
  return (
    <li className={`${BRANCH_STYLE} pt-4`}>
      <span className="inline-block text-13 font-semibold first-letter:uppercase">{t(`branchName.${branch}`)}</span>
    </li>
  )
}
