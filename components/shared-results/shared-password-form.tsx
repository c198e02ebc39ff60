import { getT } from '@/components/i18n/server'
import { SHARED_PASSWORD_MAX_CHARACTERS } from '@/server/shared-results/constants'
import { Card } from '../ui/content/section'

type PasswordFormProps = { token: string; organizationName: string; fault: 'wrong' | 'wait' | null }

/** Works without scripts. */
export async function SharedPasswordForm({ token, organizationName, fault }: PasswordFormProps) {
  const t = await getT('sharedResults')
  return (
    <Card className="grid max-w-md gap-4">
      <div className="grid gap-1">
        <h1 className="text-20 font-semibold">{t('page.passwordTitle')}</h1>
        <p className="text-14 text-ink-soft">{t('page.passwordBody', { organization: organizationName })}</p>
      </div>
      <form method="post" action="/api/shared-results" className="grid gap-3">
        <input type="hidden" name="token" value={token} />
        <label className="grid gap-1.5 text-14 font-medium">
          {t('password')}
          <input
            type="password"
            name="password"
            required
            autoComplete="off"
            maxLength={SHARED_PASSWORD_MAX_CHARACTERS}
            aria-invalid={fault !== null}
            aria-describedby={fault ? 'password-fault' : undefined}
            className="h-10 w-full rounded-control border border-line-strong bg-surface px-3 font-normal"
          />
        </label>
        {fault && (
          <p id="password-fault" role="alert" className="text-13 text-negative-text">
            {t(`page.${fault}`)}
          </p>
        )}
        <button
          type="submit"
          className="h-10 justify-self-start rounded-control bg-accent px-4 text-14 font-medium text-accent-ink"
        >
          {t('page.passwordGo')}
        </button>
      </form>
    </Card>
  )
}
