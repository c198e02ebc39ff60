import { useLocale, useTranslations } from 'use-intl/react'
import { formatNumber } from '../format'
import { cn } from '../ui/cn'
import { Link } from '../ui/controls/link'
import { useDestinationPathname } from '../ui/navigation-state'
import { isCurrentNavItem, NAV_ITEMS, type NavItem, navItemHref } from './nav-items'

export type NavListProps = {
  items: readonly NavItem[]
  isEmailStoredInOutbox: boolean
  hasTooltips?: boolean
  onNavigate?: (() => void) | undefined
}

const COUNT_MAX = 99

export function NavList({ items, isEmailStoredInOutbox, hasTooltips = false, onNavigate }: NavListProps) {
  const t = useTranslations('nav')
  const list = (group: 'work' | 'service') => (
    <ul className="grid gap-0.5">
      {items
        .filter(({ name }) => NAV_ITEMS[name].group === group)
        .map((item) => (
          <li key={item.name}>
            <NavLink item={item} tip={hasTooltips} onNavigate={onNavigate} />
          </li>
        ))}
    </ul>
  )
  return (
    <nav aria-label={t('main')} className="flex min-h-0 grow flex-col justify-between gap-6 overflow-y-auto">
      {list('work')}
      <div className="grid gap-2">
        {isEmailStoredInOutbox && (
          <p className="px-2 text-12 text-ink-faint md:in-data-[rail=collapsed]:hidden">{t('captured')}</p>
        )}
        {list('service')}
      </div>
    </nav>
  )
}

function NavLink({ item, tip, onNavigate }: { item: NavItem; tip: boolean } & Pick<NavListProps, 'onNavigate'>) {
  const t = useTranslations('nav')
  const locale = useLocale()
  const current = isCurrentNavItem(item.name, useDestinationPathname())
  const { icon: Icon } = NAV_ITEMS[item.name]
  const count = item.count ?? 0
  return (
    <Link
      href={navItemHref(item)}
      aria-current={current ? 'page' : undefined}
      {...(tip ? { 'data-tip': t(item.name), 'data-tip-side': 'right' } : {})}
      {...(onNavigate ? { onClick: onNavigate } : {})}
      className={cn(
        'relative flex h-8 items-center gap-2.5 rounded-control px-2 text-14 whitespace-nowrap transition-colors focus-visible:outline-offset-[-2px] max-md:h-11',
        current ? 'bg-accent-soft font-medium text-ink' : 'text-ink-soft hover:bg-hover hover:text-ink',
      )}
    >
      <Icon size={16} aria-hidden className={cn('shrink-0', current && 'text-accent-text')} />
      <span className="min-w-0 grow truncate md:in-data-[rail=collapsed]:sr-only">{t(item.name)}</span>
      {count > 0 && (
        <>
          <span className="sr-only">
            {count > COUNT_MAX ? t('waitingMany', { most: COUNT_MAX }) : t('waiting', { count })}
          </span>
          <span
            aria-hidden
            className="figures rounded-mark bg-accent-soft px-1.5 text-12 font-medium text-accent-text md:in-data-[rail=collapsed]:hidden"
          >
            {count > COUNT_MAX ? `${formatNumber(COUNT_MAX, locale)}+` : formatNumber(count, locale)}
          </span>
          <span
            aria-hidden
            className="absolute top-1.5 right-1.5 hidden size-1.5 rounded-full bg-accent md:in-data-[rail=collapsed]:block"
          />
        </>
      )}
    </Link>
  )
}
