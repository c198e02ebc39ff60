'use client'

import { ChevronDown } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Button } from '@/components/ui/controls/button'
import { Menu, MenuItem, MenuLine } from '@/components/ui/controls/menu'
import { ConfirmDialog } from '@/components/ui/overlays/confirm-dialog'
import { fillText } from '@/server/messaging/vocabulary'
import type { ReplyTemplate } from '@/server/reviews/schema'
import type { ReplySectionProps } from './reply-section'

export type TemplateMenuProps = Pick<ReplySectionProps, 'templates' | 'organization' | 'mayManage'> & {
  review: Pick<ReplySectionProps['review'], 'author' | 'location'>
  /** Nothing is written yet, so nothing can be lost. */
  isEmpty: boolean
  onChoose: (text: string) => void
}

/** The replies that are kept ready, in each of their languages, with the review's names filled in. */
export function TemplateMenu({ templates, organization, mayManage, review, isEmpty, onChoose }: TemplateMenuProps) {
  const t = useTranslations('reviews.reply')
  const common = useTranslations('common')
  const router = useRouter()
  const [chosen, setChosen] = useState<string | null>(null)
  if (templates.length === 0 && !mayManage) return null

  const choose = ({ texts }: ReplyTemplate, language: 'en' | 'fr') => {
    const values = { name: review.author ?? '', location: review.location?.name ?? '', organization }
    const text = fillText(texts[language], values)
    if (isEmpty) onChoose(text)
    else setChosen(text)
  }

  return (
    <>
      <Menu
        trigger={
          <Button>
            {t('templates')}
            <ChevronDown size={14} aria-hidden className="text-ink-faint" />
          </Button>
        }
      >
        {templates.flatMap((template) =>
          (['en', 'fr'] as const)
            .filter((language) => template.texts[language] !== '')
            .map((language) => (
              <MenuItem key={`${template.id} ${language}`} onSelect={() => choose(template, language)}>
                <span className="flex w-full items-baseline justify-between gap-4">
                  <span className="truncate">{template.name}</span>
                  <span className="text-12 text-ink-faint">{common(`language.${language}`)}</span>
                </span>
              </MenuItem>
            )),
        )}
        {mayManage && templates.length > 0 && <MenuLine />}
        {mayManage && <MenuItem onSelect={() => router.push('/settings/reviews')}>{t('manageTemplates')}</MenuItem>}
      </Menu>
      <ConfirmDialog
        open={chosen !== null}
        onOpenChange={(open) => !open && setChosen(null)}
        title={t('replaceTitle')}
        action={t('replaceAction')}
        tone="primary"
        onConfirm={async () => onChoose(chosen ?? '')}
      >
        <p>{t('replaceBody')}</p>
      </ConfirmDialog>
    </>
  )
}
