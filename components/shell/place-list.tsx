'use client'

import { Command } from 'cmdk'
import { useRouter } from 'next/navigation'
import { Dialog as Radix } from 'radix-ui'
import { useTranslations } from 'use-intl/react'
import { PLACES, type ShellItem } from './places'

/** The open list of places. */
export function PlaceList({ items, onClose }: { items: readonly ShellItem[]; onClose: () => void }) {
  const t = useTranslations('nav')
  const common = useTranslations('common')
  const router = useRouter()
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-appear bg-scrim" />
        <Radix.Content
          aria-describedby={undefined}
          className="fixed inset-x-4 top-[14vh] z-50 mx-auto max-w-[480px] animate-rise overflow-hidden rounded-card bg-surface shadow-float outline-none"
        >
          <Radix.Title className="sr-only">{t('jumpPlaceholder')}</Radix.Title>
          <Command label={t('jumpPlaceholder')} loop>
            <Command.Input
              placeholder={t('jumpPlaceholder')}
              className="h-12 w-full border-b bg-transparent px-4 text-16 outline-none"
            />
            <Command.List className="max-h-80 overflow-y-auto p-1.5">
              <Command.Empty className="px-2.5 py-3 text-14 text-ink-faint">{common('noMatch')}</Command.Empty>
              {items.map(({ place }) => {
                const { href, icon: Icon } = PLACES[place]
                return (
                  <Command.Item
                    key={place}
                    value={t(place)}
                    onSelect={() => {
                      onClose()
                      router.push(href)
                    }}
                    className="flex h-10 items-center gap-3 rounded-control px-2.5 text-14 data-[selected=true]:bg-hover"
                  >
                    <Icon size={16} aria-hidden className="text-ink-faint" />
                    {t(place)}
                  </Command.Item>
                )
              })}
            </Command.List>
          </Command>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
