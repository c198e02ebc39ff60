import type { ReactNode } from 'react'
import { Button } from '../controls/button'
import { ConfirmDialog, type ConfirmDialogProps } from '../overlays/confirm-dialog'

export type ConfirmBulkActionButtonProps = Pick<ConfirmDialogProps, 'title' | 'children' | 'tone' | 'onConfirm'> & {
  action: string
  pending?: boolean
  icon?: ReactNode
}

export function ConfirmBulkActionButton({ action, pending = false, icon, ...rest }: ConfirmBulkActionButtonProps) {
  return (
    <ConfirmDialog
      trigger={
        <Button size="small" pending={pending}>
          {icon}
          {action}
        </Button>
      }
      action={action}
      {...rest}
    />
  )
}
