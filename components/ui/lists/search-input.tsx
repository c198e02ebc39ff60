'use client'

import { Search, X } from 'lucide-react'
import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import { type RefObject, useEffect, useRef, useState, useTransition } from 'react'
import { useTranslations } from 'use-intl/react'
import { Spinner } from '../content/spinner'
import { IconButton } from '../controls/icon-button'
import { Input } from '../controls/input'
import { withSearchParams } from '../search-params'
import { allowsSingleKeyShortcut } from '../single-key-shortcuts'

const DEBOUNCE_MS = 250

export function SearchInput({ label }: { label: string }) {
  const t = useTranslations('common')
  const router = useRouter()
  const path = usePathname()
  const params = useSearchParams()
  const inUrl = params.get('search') ?? ''
  const [text, setText] = useState(inUrl)
  const [syncedValue, setSyncedValue] = useState(inUrl)
  const [submitted, setSubmitted] = useState(inUrl)
  const [pending, start] = useTransition()
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  // Sync from URL changes by Back, Forward or a removed chip; our own update must not overwrite newer input.
  if (inUrl !== syncedValue) {
    setSyncedValue(inUrl)
    if (inUrl !== submitted) {
      setSubmitted(inUrl)
      setText(inUrl)
    }
  }

  useEffect(() => () => clearTimeout(timer.current), [])
  useSlashShortcut(input)

  function search(query: string, waitMs: number) {
    setText(query)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      const href = withSearchParams(path, Object.fromEntries(params), { search: query.trim() })
      setSubmitted(query.trim())
      start(() => router.replace(href, { scroll: false }))
    }, waitMs)
  }

  return (
    <search className="w-full sm:w-72">
      <Input
        ref={input}
        type="search"
        icon={Search}
        value={text}
        aria-label={label}
        placeholder={label}
        className="[&::-webkit-search-cancel-button]:hidden"
        onChange={(event) => search(event.target.value, DEBOUNCE_MS)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && text !== '') search('', 0)
        }}
        after={
          pending ? (
            <Spinner size={14} className="mr-2" />
          ) : text === '' ? null : (
            <IconButton icon={X} label={t('clear')} size="small" onClick={() => search('', 0)} />
          )
        }
      />
    </search>
  )
}

function useSlashShortcut(input: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.key !== '/' || !allowsSingleKeyShortcut(event)) return
      event.preventDefault()
      input.current?.focus()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [input])
}
