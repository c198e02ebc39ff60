'use client'

import { ChevronDown } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Button } from '@/components/ui/controls/button'
import { Menu, MenuItem, MenuSeparator } from '@/components/ui/controls/menu'
import { ConfirmDialog } from '@/components/ui/overlays/confirm-dialog'
import { fillTemplate } from '@/server/messaging/message-template'
import type { ReplyTemplate } from '@/server/reply-templates/schema'
import type { Language } from '@/server/validation/schema'

const LANGUAGES = { en: ['en', 'fr'], fr: ['fr', 'en'] } as const

export type TemplateMenuProps = {
  templates: readonly ReplyTemplate[]
  values: Record<string, string>
  /** Language of the recipient, if known; its texts are listed first. */
  language?: Language
  mayManage: boolean
  /** Nothing is written yet, so choosing needs no confirmation. */
  isEmpty: boolean
  onChoose: (text: string) => void
}

export function TemplateMenu(props: TemplateMenuProps) {
  const { templates, values, language: preferred = 'en', mayManage, isEmpty, onChoose } = props
  const t = useTranslations('templates.menu')
  const common = useTranslations('common')
  const router = useRouter()
  const [pendingText, setPendingText] = useState<string | null>(null)
  if (templates.length === 0 && !mayManage) return null

  const choose = ({ texts }: ReplyTemplate, language: Language) => {
    const text = fillTemplate(texts[language], values)
    if (isEmpty) onChoose(text)
    else setPendingText(text)
  }

  return (
    <>
      <Menu
        trigger={
          <Button>
            {t('open')}
            <ChevronDown size={14} aria-hidden className="text-ink-faint" />
          </Button>
        }
      >
        {templates.flatMap((template) =>
          LANGUAGES[preferred]
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
        {mayManage && templates.length > 0 && <MenuSeparator />}
        {mayManage && <MenuItem onSelect={() => router.push('/settings/templates')}>{t('manage')}</MenuItem>}
      </Menu>
      <ConfirmDialog
        open={pendingText !== null}
        onOpenChange={(open) => !open && setPendingText(null)}
        title={t('replaceTitle')}
        action={t('replaceAction')}
        tone="primary"
        onConfirm={async () => onChoose(pendingText ?? '')}
      >
        <p>{t('replaceBody')}</p>
      </ConfirmDialog>
    </>
  )
}
