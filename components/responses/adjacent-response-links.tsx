import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { getT } from '@/components/i18n/server'
import { buttonStyle } from '@/components/ui/controls/button'
import type { SearchParams } from '@/components/ui/search-params'
import type { AdjacentResponses } from '@/server/responses/schema'
import { Link } from '../ui/controls/link'
import { responseHref } from './response-urls'

type AdjacentResponseLinksProps = { adjacent: AdjacentResponses; listParams: SearchParams }

/**
 * Links to the previous and next response of the originating list, with the position; at the bottom of the screen on phones. They replace
 * the history entry, so that Back leads to the list.
 */
export async function AdjacentResponseLinks({ adjacent, listParams }: AdjacentResponseLinksProps) {
  const [t, common] = await Promise.all([getT('responses'), getT('common')])
  const { previous, next, position, isListed, total } = adjacent
  if (previous === null && next === null && isListed) return null
  const href = (id: string | null) => id && responseHref(id, listParams)
  const positionText = position === null ? t('steps.far', { total }) : t('steps.place', { place: position, total })
  return (
    <nav
      aria-label={t('steps.label')}
      className="flex items-center gap-2 max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:z-20 max-sm:justify-between max-sm:border-t max-sm:bg-surface max-sm:px-4 max-sm:pt-2 max-sm:pb-[max(8px,env(safe-area-inset-bottom))] print:hidden"
    >
      <StepLink href={href(previous)} rel="prev" shortcut="k">
        <ChevronLeft size={16} aria-hidden />
        {common('previous')}
      </StepLink>
      <p className="figures text-13 text-ink-soft max-sm:order-none sm:order-first sm:mr-1">
        {isListed ? positionText : t('steps.gone')}
      </p>
      <StepLink href={href(next)} rel="next" shortcut="j">
        {common('next')}
        <ChevronRight size={16} aria-hidden />
      </StepLink>
    </nav>
  )
}

type StepProps = { href: string | null; rel: string; shortcut: string; children: ReactNode }

function StepLink({ href, rel, shortcut, children }: StepProps) {
  const style = buttonStyle({ variant: 'secondary' })
  if (href === null)
    return (
      <span aria-disabled className={style}>
        {children}
      </span>
    )
  return (
    <Link href={href} rel={rel} replace aria-keyshortcuts={shortcut} className={style}>
      {children}
    </Link>
  )
}

/** Spacer that keeps the end of the page clear of the fixed links on phones. */
export function AdjacentResponseLinksBottomSpace() {
  return <div aria-hidden className="h-12 sm:hidden" />
}
