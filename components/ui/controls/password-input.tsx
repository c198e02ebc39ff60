import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { IconButton } from './icon-button'
import { Input, type InputProps } from './input'

export function PasswordInput(props: Omit<InputProps, 'type' | 'after'>) {
  const t = useTranslations('common.form')
  const [isVisible, setVisible] = useState(false)
  return (
    <Input
      {...props}
      type={isVisible ? 'text' : 'password'}
      spellCheck={false}
      after={
        <IconButton
          icon={isVisible ? EyeOff : Eye}
          label={isVisible ? t('hidePassword') : t('showPassword')}
          size="small"
          onClick={() => setVisible(!isVisible)}
        />
      }
    />
  )
}
