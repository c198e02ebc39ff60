'use client'

import { ApiReferenceReact } from '@scalar/api-reference-react'
import '@scalar/api-reference-react/style.css'
import './console.css'
import { useTheme } from 'next-themes'
import { useMemo } from 'react'
import { useReaderKey } from '../reader-key'

/** The reference of the service that serves this page, in the product's colours, without a request to anybody else. */
export function ConsoleView() {
  const { resolvedTheme } = useTheme()
  const [key] = useReaderKey()
  const configuration = useMemo(
    () => ({
      ...CONFIGURATION,
      ...readerPlace(window.location.origin),
      ...readerTheme(resolvedTheme),
      ...readerAuth(key),
    }),
    [resolvedTheme, key],
  )
  // The document speaks English, whatever the language of the page around it.
  return (
    <div lang="en" className="api-reference">
      <ApiReferenceReact configuration={configuration} />
    </div>
  )
}

const CONFIGURATION = {
  url: '/api/v1/openapi.json',
  // Nothing leaves this service: no fonts, no measuring, no assistant, no proxy.
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never' as const,
  hideClientButton: true,
  proxyUrl: '',
  persistAuth: false,
  // The page around it has both.
  hideDarkModeToggle: true,
  theme: 'none' as const,
  documentDownloadType: 'json' as const,
  defaultOpenAllTags: true,
  defaultHttpClient: { targetKey: 'shell' as const, clientKey: 'curl' },
  hiddenClients: {
    ...hideAll(
      'c clojure csharp dart fsharp go http java kotlin node objc ocaml powershell r ruby rust swift'.split(' '),
    ),
    shell: ['httpie', 'wget'],
    js: ['axios', 'jquery', 'ofetch', 'xhr'],
    python: ['python3', 'httpx_sync', 'httpx_async', 'aiohttp'],
    php: ['guzzle'],
  },
}

function hideAll(targets: readonly string[]): Record<string, true> {
  return Object.fromEntries(targets.map((target) => [target, true as const]))
}

/** The document names the configured address; a page may only call the one that it came from. */
function readerPlace(origin: string) {
  return { baseServerURL: origin, servers: [{ url: `${origin}/api/v1` }] }
}

function readerTheme(theme: string | undefined) {
  return { forceDarkModeState: theme === 'dark' ? ('dark' as const) : ('light' as const) }
}

/** The key that was put into the guides' samples is put in here too. */
function readerAuth(key: string) {
  return {
    authentication: {
      preferredSecurityScheme: 'ApiKey',
      ...(key === '' ? {} : { securitySchemes: { ApiKey: { value: key }, Bearer: { token: key } } }),
    },
  }
}
