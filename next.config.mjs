import { securityHeaders } from './server/security-headers.mjs'

/** On Vercel, where the build knows the address. @type {import('next/dist/lib/load-custom-routes').RouteHas[]} */
const OWN_HOST = [{ type: 'host', value: ownHost().replaceAll('.', '\\.') }]

/** @type {import('next').NextConfig} */
const config = {
  // Compresses pages and API responses over 1 KiB; build files are compressed ahead of time.
  compress: true,
  poweredByHeader: false,
  reactStrictMode: true,
  // Types are checked by `npm run types` in `npm test`, not on every build.
  typescript: { ignoreBuildErrors: true },
  distDir: process.env.NEXT_DIST_DIR || '.next',
  experimental: {
    // Server code stays unminified: readable stack traces, and builds take a fifth less CPU time.
    serverMinification: false,
    // Writing the cache takes a quarter of a first build, and CI machines build once. Vercel keeps the cache and sets CI=1.
    turbopackFileSystemCacheForBuild: process.env.CI !== 'true',
  },
  // Messages are compiled by the build, as next-intl does with `precompile`; its formatter has no parser.
  turbopack: {
    rules: {
      './server/messages/{en,fr}/*.json': { loaders: ['./server/messages/compile-messages.mjs'], as: '*.json' },
    },
    resolveAlias: { 'use-intl/format-message': './server/messages/format-message.ts' },
  },
  serverExternalPackages: ['@node-rs/argon2', 'pg', 'pino', 'undici', 'nodemailer'],
  // API paths with a trailing slash get the API's 404 after authentication; pages redirect in proxy.ts.
  skipTrailingSlashRedirect: true,
  // Former path of the locations page.
  redirects: async () => [{ source: '/settings/locations', destination: '/locations', permanent: true }],
  // When self-hosted, the HTTP server in front of Next.js (scripts/web.mjs) sets them, because it knows the URL at run time.
  headers: async () =>
    process.env.VERCEL
      ? [
          { source: '/((?!s/|u/).*)', has: OWN_HOST, headers: onVercel({ isOwnHost: true }) },
          { source: '/((?!s/|u/).*)', missing: OWN_HOST, headers: onVercel({ isOwnHost: false }) },
          { source: '/fonts/:file', headers: [{ key: 'Cache-Control', value: 'public, max-age=31536000, immutable' }] },
        ]
      : [],
}

/** @param {{ isOwnHost: boolean }} request */
function onVercel(request) {
  const { 'Content-Security-Policy': _, ...headers } = securityHeaders('https://vercel', null, request)
  return Object.entries(headers).map(([key, value]) => ({ key, value }))
}

function ownHost() {
  const { NEXTAUTH_URL: url = '', VERCEL_PROJECT_PRODUCTION_URL: host = '' } = process.env
  return URL.canParse(url) ? new URL(url).hostname : host
}

export default config
