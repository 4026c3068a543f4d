scalaVersion := "2.13.18"
libraryDependencies += "com.lihaoyi" %% "upickle" % "4.1.0"
libraryDependencies += "org.scalameta" %% "munit" % "1.2.0" % Test
