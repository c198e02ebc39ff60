import { Input, type InputProps } from './input'

/** Native date input; its value is `YYYY-MM-DD`. */
export function DateInput({ className, ...rest }: Omit<InputProps, 'type' | 'icon' | 'after'>) {
  return <Input type="date" className={`figures ${className ?? ''}`} {...rest} />
}
