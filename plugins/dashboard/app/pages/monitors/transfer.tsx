import { useRef, useState } from 'preact/hooks'
import { api, call } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { saveBlob } from '../../ui/content/save-file.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { toast, toastFailure } from '../../ui/toast.tsx'

/** Exports all monitors to another server, or imports them from one. */
export function Transfer({ onImported }: { onImported(): void }) {
  const file = useRef<HTMLInputElement>(null)
  const [warnings, setWarnings] = useState<readonly string[]>([])
  const save = async () => {
    const exported = await api.get<{ monitors: unknown[] }>('/v1/monitors/export')
    saveBlob(new Blob([JSON.stringify(exported, null, 2)], { type: 'application/json' }), 'monitors.json')
  }
  const read = async (chosen: File) => {
    const body: unknown = await chosen
      .text()
      .then(JSON.parse)
      .catch(() => {
        throw new Error(`${chosen.name} is not JSON; choose a file that was exported here or on another server`)
      })
    const answer = await call<{ monitorIds: string[] }>('POST', '/v1/monitors/import', { body })
    const made = answer.body.data.monitorIds.length
    toast(`${made} ${made === 1 ? 'monitor was' : 'monitors were'} imported`)
    setWarnings(answer.body.warnings ?? [])
    onImported()
  }
  return (
    <>
      <Button onClick={() => void save().catch(toastFailure)}>Export</Button>
      <Button onClick={() => file.current?.click()}>Import…</Button>
      <input
        ref={file}
        type="file"
        class="visually-hidden"
        accept="application/json,.json"
        aria-label="File of monitors to import"
        tabIndex={-1}
        onChange={(event) => {
          const input = event.currentTarget
          const chosen = input.files?.[0]
          if (chosen)
            void read(chosen)
              .catch(toastFailure)
              .finally(() => {
                input.value = ''
              })
        }}
      />
      {warnings.length > 0 && (
        <Dialog title="Imported, with something left to do" onClose={() => setWarnings([])}>
          <ul class="dialog-text">
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Dialog>
      )}
    </>
  )
}
