import { render } from 'preact'
import { arrive } from './api/arrive.ts'
import { App } from './shell/app.tsx'

await arrive()
render(<App />, document.getElementById('app')!)
