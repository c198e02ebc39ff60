import type { SurveyWidget } from '@/server/survey-widgets/schema'

/* Code that owners copy. The guide has the same. */

/** The snippet, with the element that an inline widget fills. */
export function embedCode({ kind, snippet }: Pick<SurveyWidget, 'kind' | 'snippet'>, note: string): string {
  if (kind !== 'inline') return snippet
  return `<!-- ${note} -->\n<div id="feedback"></div>\n${snippet.replace(' async', ' data-widget-target="#feedback" async')}`
}

export function identityCode({ snippet }: Pick<SurveyWidget, 'snippet'>): string {
  return snippet.replace(' async', ' data-widget-identity="TOKEN" async')
}

export function policyCode(frameUrl: string): string {
  const { origin } = new URL(frameUrl)
  return `Content-Security-Policy: script-src ${origin}; connect-src ${origin}; frame-src ${origin}`
}

export const SIGNING_EXAMPLES = [
  {
    title: 'Node.js (jose)',
    code: `import { SignJWT } from 'jose'

const token = await new SignJWT({ email: user.email, name: user.name })
  .setProtectedHeader({ alg: 'HS256' })
  .setExpirationTime('1h')
  .sign(new TextEncoder().encode(process.env.FEEDBACK_SECRET))`,
  },
  {
    title: 'PHP (firebase/php-jwt)',
    code: `use Firebase\\JWT\\JWT;

$claims = ['email' => $user->email, 'name' => $user->name, 'exp' => time() + 3600];
$token = JWT::encode($claims, getenv('FEEDBACK_SECRET'), 'HS256');`,
  },
  {
    title: 'Python (PyJWT)',
    code: `import os, time, jwt

claims = {"email": user.email, "name": user.name, "exp": int(time.time()) + 3600}
token = jwt.encode(claims, os.environ["FEEDBACK_SECRET"], algorithm="HS256")`,
  },
] as const
