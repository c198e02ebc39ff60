'use client'

import { Tags } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import type { ResponseTag } from '@/server/cases/schema'
import { Button } from '../ui/controls/button'
import { Dialog } from '../ui/overlays/dialog'
import { useLazyModule } from '../ui/use-lazy-module'

export function ManageTagsDialog({ tags }: { tags: readonly ResponseTag[] }) {
  const t = useTranslations('cases.manage')
  const [open, setOpen] = useState(false)
  const { code, load } = useLazyModule(async () => import('./tag-management-list'))
  const change = async (next: boolean) => setOpen(next && (await load()))
  return (
    <Dialog
      trigger={
        <Button>
          <Tags size={16} aria-hidden />
          {t('open')}
        </Button>
      }
      open={open}
      onOpenChange={(next) => void change(next)}
      title={t('title')}
      description={t('sentence')}
      size="small"
    >
      {code && <code.TagManagementList tags={tags} />}
    </Dialog>
  )
}
