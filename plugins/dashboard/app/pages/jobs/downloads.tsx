import { useEffect, useRef, useState } from 'preact/hooks'
import { withQuery } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { saveFrom } from '../../ui/content/save-file.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Select, Switch } from '../../ui/form/field.tsx'
import { formatBytes } from '../../ui/format.ts'
import { toastFailure } from '../../ui/toast.tsx'
import type { Job } from './types.ts'

const formats = [
  { value: 'json', label: 'JSON: one list' },
  { value: 'ndjson', label: 'NDJSON: one result per line' },
  { value: 'csv', label: 'CSV: for spreadsheets' },
  { value: 'xml', label: 'XML' },
]

/** Downloads the results of an ended job, in every format. */
export function Downloads({ job }: { job: Job }) {
  const [isOpen, setOpen] = useState(false)
  const [format, setFormat] = useState('json')
  const [isZip, setZip] = useState(false)
  const [bytes, setBytes] = useState<number>()
  const running = useRef<AbortController | null>(null)
  // Closing the dialog, or leaving the page, cancels the download.
  const close = () => {
    running.current?.abort()
    setOpen(false)
  }
  useEffect(() => () => running.current?.abort(), [])
  const save = async () => {
    const mine = new AbortController()
    running.current = mine
    setBytes(0)
    try {
      const query = { format, compressed: isZip || undefined }
      const path = withQuery(`/v1/results/${encodeURIComponent(job.id)}/download`, query)
      const { signal } = mine
      await saveFrom(path, `${job.id}.${isZip ? 'zip' : format}`, { signal, onBytes: setBytes })
      setOpen(false)
    } catch (error) {
      if (!mine.signal.aborted) toastFailure(error)
    }
    setBytes(undefined)
  }
  return (
    <>
      <Button kind="primary" onClick={() => setOpen(true)}>
        Download results
      </Button>
      {isOpen && (
        <Dialog title="Download results" onClose={close}>
          <div class="form">
            <Select label="Format" value={format} choices={formats} onValue={setFormat} />
            <Switch
              label="As a ZIP file, with screenshots and PDFs"
              hint="Otherwise the file has links to them, which are valid for one day."
              checked={isZip}
              onChecked={setZip}
            />
          </div>
          <footer class="actions">
            {bytes !== undefined && (
              <span class="muted numeric" role="status">
                {formatBytes(bytes)} so far
              </span>
            )}
            <Button onClick={close}>Cancel</Button>
            <Button kind="primary" busy={bytes !== undefined} onClick={() => void save()}>
              Download
            </Button>
          </footer>
        </Dialog>
      )}
    </>
  )
}
