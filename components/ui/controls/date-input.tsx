'use client'

import { Input, type InputProps } from './input'

/** A day, by the browser's own control; its value is `YYYY-MM-DD`. */
export function DateInput({ className, ...rest }: Omit<InputProps, 'type' | 'icon' | 'after'>) {
  return <Input type="date" className={`figures ${className ?? ''}`} {...rest} />
}
