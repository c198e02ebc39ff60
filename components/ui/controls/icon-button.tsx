import type { LucideIcon } from 'lucide-react'
import { Button, type ButtonProps } from './button'

export type IconButtonProps = Omit<ButtonProps, 'children' | 'asChild' | 'shape'> & {
  icon: LucideIcon
  label: string
}

export function IconButton({ icon: Icon, label, variant = 'ghost', size = 'medium', ...rest }: IconButtonProps) {
  return (
    <Button variant={variant} size={size} shape="square" aria-label={label} data-tip={label} {...rest}>
      <Icon size={16} aria-hidden />
    </Button>
  )
}
