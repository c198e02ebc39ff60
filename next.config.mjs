/** @type {import('next').NextConfig} */
const config = {
  // A JSON answer is compressed by the proxy or by Vercel; doing it here costs more than the answer itself.
  compress: false,
  poweredByHeader: false,
  reactStrictMode: true,
  distDir: process.env.NEXT_DIST_DIR || '.next',
  serverExternalPackages: ['@node-rs/argon2', 'graphile-worker', 'pg', 'pino', 'undici', 'nodemailer'],
}

export default config
