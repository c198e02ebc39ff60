import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { getT } from '@/components/i18n/server'
import { buttonStyle } from '../controls/button'
import { Link } from '../controls/link'
import { type SearchParams, withSearchParams } from '../search-params'

export type PaginationProps = {
  meta: { page: number; perPage: number; total: number }
  path: string
  params: SearchParams
}

export async function Pagination({ meta, path, params }: PaginationProps) {
  const { page, perPage, total } = meta
  const pages = Math.max(1, Math.ceil(total / perPage))
  if (pages === 1 && page === 1) return null
  const t = await getT('common')
  const from = Math.min((page - 1) * perPage + 1, total)
  const link = (to: number) => withSearchParams(path, params, { page: to === 1 ? null : to })
  return (
    <nav aria-label={t('pages')} className="flex items-center justify-between gap-4">
      <p className="figures text-13 text-ink-soft">
        {t('rangeOf', { from, to: Math.min(page * perPage, total), total })}
      </p>
      <div className="flex gap-2">
        <Step href={page > 1 ? link(Math.min(page - 1, pages)) : null} rel="prev">
          <ChevronLeft size={14} aria-hidden />
          {t('previous')}
        </Step>
        <Step href={page < pages ? link(page + 1) : null} rel="next">
          {t('next')}
          <ChevronRight size={14} aria-hidden />
        </Step>
      </div>
    </nav>
  )
}

function Step({ href, rel, children }: { href: string | null; rel: string; children: ReactNode }) {
  const style = buttonStyle({ variant: 'secondary', size: 'small' })
  if (href === null)
    return (
      <span aria-disabled className={style}>
        {children}
      </span>
    )
  return (
    <Link href={href} rel={rel} className={style}>
      {children}
    </Link>
  )
}
