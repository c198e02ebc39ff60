'use client'

import type { LucideIcon } from 'lucide-react'
import { cn } from '../cn'
import { Tooltip } from '../overlays/tooltip'
import { Button, type ButtonProps } from './button'

export type IconButtonProps = Omit<ButtonProps, 'children' | 'asChild'> & {
  icon: LucideIcon
  /** What it does; read out, and shown on hover and focus. */
  label: string
}

const WIDTH = {
  small: 'w-7 px-0 pointer-coarse:w-9',
  medium: 'w-8 px-0 pointer-coarse:w-10',
  large: 'w-10 px-0 pointer-coarse:w-11',
}

/** A button of one icon. */
export function IconButton({
  icon: Icon,
  label,
  variant = 'ghost',
  size = 'medium',
  className,
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip content={label}>
      <Button
        variant={variant}
        size={size}
        aria-label={label}
        className={cn(WIDTH[size ?? 'medium'], className)}
        {...rest}
      >
        <Icon size={16} aria-hidden />
      </Button>
    </Tooltip>
  )
}
