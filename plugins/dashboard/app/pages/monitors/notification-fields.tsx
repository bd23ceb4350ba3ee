import { TextField } from '../../ui/form/field.tsx'
import type { Draft, FieldOf } from './draft.ts'

interface Props {
  field: FieldOf
  /** Names of options that are stored but not shown. */
  hidden: readonly string[]
}

/** Who is notified of changes and failures. */
export function NotificationFields({ field, hidden }: Props) {
  const isOpen = (names: readonly (keyof Draft)[]) => names.some((name) => field(name).value !== '')
  const kept = hidden.filter((name) => name.startsWith('notifications.'))
  return (
    <fieldset>
      <legend>Who is notified</legend>
      {kept.length > 0 && (
        <p class="notice">
          Stored but not shown: {kept.join(', ')}. If you change any field here, enter these again too.
        </p>
      )}
      <TextField label="E-mail" optional type="email" {...field('email')} />
      <TextField
        label="Webhook"
        optional
        type="url"
        hint="Receives the events monitor.changed and monitor.failed, signed."
        {...field('webhook')}
      />
      <TextField
        label="Slack, Mattermost, Rocket.Chat or Discord"
        optional
        type="url"
        hint="The URL of an incoming webhook."
        {...field('slack')}
      />
      <details open={isOpen(['ntfyUrl', 'telegramChat'])}>
        <summary>ntfy and Telegram</summary>
        <div class="form">
          <TextField label="ntfy topic" optional type="url" placeholder="https://ntfy.sh/topic" {...field('ntfyUrl')} />
          <TextField label="ntfy token" optional type="password" autocomplete="off" {...field('ntfyToken')} />
          <TextField label="Telegram chat" optional {...field('telegramChat')} />
          <TextField
            label="Telegram bot token"
            optional
            type="password"
            autocomplete="off"
            {...field('telegramToken')}
          />
        </div>
      </details>
    </fieldset>
  )
}
