'use client'

import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { IconButton } from './icon-button'
import { Input, type InputProps } from './input'

export function PasswordInput(props: Omit<InputProps, 'type' | 'after'>) {
  const t = useTranslations('common.form')
  const [shown, setShown] = useState(false)
  return (
    <Input
      {...props}
      type={shown ? 'text' : 'password'}
      spellCheck={false}
      after={
        <IconButton
          icon={shown ? EyeOff : Eye}
          label={shown ? t('hidePassword') : t('showPassword')}
          size="small"
          onClick={() => setShown(!shown)}
        />
      }
    />
  )
}
