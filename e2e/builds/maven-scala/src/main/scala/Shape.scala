package example

enum Shape:
  case Circle(radius: Double)
  case Box(width: Double, height: Double)

  def area: Double = this match
    case Circle(radius) => math.Pi * radius * radius
    case Box(width, height) => width * height
