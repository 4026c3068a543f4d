package example

case class Item(name: String, price: Int)

object Item {
  implicit val form: upickle.default.ReadWriter[Item] = upickle.default.macroRW

  def total(json: String): Int = upickle.default.read[Seq[Item]](json).map(_.price).sum
}
