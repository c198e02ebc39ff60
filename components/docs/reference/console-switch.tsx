'use client'

import { ArrowLeft, Play } from 'lucide-react'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Button } from '../../ui/controls/button'
import { Console } from './console'

const Open = createContext<(consoleHash: string) => void>(() => undefined)

/** The address of the console's places, as it writes it itself while one moves about in it. */
const isOfConsole = (hash: string) => hash.startsWith('#tag/')

/** The reference as one reads it, which comes with the page, or the console, which takes its place. */
export function ConsoleSwitch({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const look = () => setOpen(isOfConsole(window.location.hash))
    look()
    window.addEventListener('popstate', look)
    return () => window.removeEventListener('popstate', look)
  }, [])
  const go = useCallback((hash: string) => {
    window.history.pushState(window.history.state, '', hash === '' ? window.location.pathname : `#${hash}`)
    setOpen(isOfConsole(window.location.hash))
  }, [])
  if (isOpen)
    return (
      <>
        <BackBar onBack={() => go('')} />
        <main id="content" tabIndex={-1} className="outline-none">
          <Console />
        </main>
      </>
    )
  return <Open value={go}>{children}</Open>
}

function BackBar({ onBack }: { onBack: () => void }) {
  const t = useTranslations('docs.reference')
  return (
    <div className="border-b px-4 py-2 sm:px-6">
      <Button variant="ghost" size="small" onClick={onBack}>
        <ArrowLeft size={16} aria-hidden />
        {t('back')}
      </Button>
    </div>
  )
}

/** Opens the console at one operation. */
export function TryButton({ consoleHash, summary }: { consoleHash: string; summary: string }) {
  const t = useTranslations('docs.reference')
  const open = useContext(Open)
  return (
    <Button size="small" aria-label={t('tryNamed', { summary })} onClick={() => open(consoleHash)}>
      <Play size={14} aria-hidden />
      {t('try')}
    </Button>
  )
}
