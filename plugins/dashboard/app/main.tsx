import { render } from 'preact'
import { arrive } from './api/arrive.ts'
import { App } from './shell/app.tsx'
import { keepFocus } from './ui/keyboard/keep-focus.ts'

const root = document.getElementById('app')!
await arrive()
keepFocus(root)
render(<App />, root)
