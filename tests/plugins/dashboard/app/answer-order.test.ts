import { expect, test } from 'bun:test'
import { AnswerOrder } from '../../../../plugins/dashboard/app/api/answer-order.ts'

test('responses in the order of their requests are shown', () => {
  const order = new AnswerOrder()
  const [first, second] = [order.ask(), order.ask()]
  expect([first(), second(), order.ask()()]).toEqual([true, true, true])
})

test('a response that arrives after that of a later request is not shown', () => {
  const order = new AnswerOrder()
  const [first, second, third] = [order.ask(), order.ask(), order.ask()]
  expect([second(), first(), third()]).toEqual([true, false, true])
})

test('a value that is set locally is newer than pending responses, and older than later requests', () => {
  const order = new AnswerOrder()
  const underWay = order.ask()
  order.overtake()
  expect([underWay(), order.ask()()]).toEqual([false, true])
})
