import { expect, test } from 'bun:test'
import { AnswerOrder } from '../../../../plugins/dashboard/app/api/answer-order.ts'

test('answers are shown that come in the order of their questions', () => {
  const order = new AnswerOrder()
  const [first, second] = [order.ask(), order.ask()]
  expect([first(), second(), order.ask()()]).toEqual([true, true, true])
})

test('an answer that a later one has overtaken is not shown', () => {
  const order = new AnswerOrder()
  const [first, second, third] = [order.ask(), order.ask(), order.ask()]
  expect([second(), first(), third()]).toEqual([true, false, true])
})

test('what is set meanwhile is newer than all that is under way, and older than what is asked then', () => {
  const order = new AnswerOrder()
  const underWay = order.ask()
  order.overtake()
  expect([underWay(), order.ask()()]).toEqual([false, true])
})
