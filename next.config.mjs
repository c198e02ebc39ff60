import { securityHeaders } from './server/security-headers.mjs'

/** @type {import('next').NextConfig} */
const config = {
  // Pages and answers of the API over 1 KiB; the files of the build are compressed once (scripts/lib/door).
  compress: true,
  poweredByHeader: false,
  reactStrictMode: true,
  // `npm run types` checks them, in `npm test`; a start need not do it again.
  typescript: { ignoreBuildErrors: true },
  distDir: process.env.NEXT_DIST_DIR || '.next',
  experimental: {
    // Server code is not sent to browsers: left as it is, stack traces are readable and a build takes a fifth less processor time.
    serverMinification: false,
    // Writing the cache takes a quarter of a first build, and a CI machine does not build twice. Vercel keeps the cache, and sets CI=1.
    turbopackFileSystemCacheForBuild: process.env.CI !== 'true',
  },
  // Messages are taken apart on the server (server/messages/messages.ts).
  turbopack: { resolveAlias: { 'use-intl/format-message': './server/messages/format-message.ts' } },
  serverExternalPackages: ['@node-rs/argon2', 'graphile-worker', 'pg', 'pino', 'undici', 'nodemailer'],
  // A path of the API with a slash too many is a path that is not ours, once the key was looked at; pages redirect in proxy.ts.
  skipTrailingSlashRedirect: true,
  // Where locations were before they had a place of their own.
  redirects: async () => [{ source: '/settings/locations', destination: '/locations', permanent: true }],
  // On a machine of one's own the door in front of Next sets them (scripts/lib/door), and knows the address at run time.
  headers: async () =>
    process.env.VERCEL
      ? [
          { source: '/((?!s/|u/).*)', headers: onVercel() },
          { source: '/fonts/:file', headers: [{ key: 'Cache-Control', value: 'public, max-age=31536000, immutable' }] },
        ]
      : [],
}

/** Without the policy, which pages and routes set and which must not stand twice. */
function onVercel() {
  const { 'Content-Security-Policy': _, ...headers } = securityHeaders('https://vercel')
  return Object.entries(headers).map(([key, value]) => ({ key, value }))
}

export default config
